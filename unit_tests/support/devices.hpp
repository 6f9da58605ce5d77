// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/tuning/device.hpp>

#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {

// Devices made up for the tests of route tables; no kernel runs on them.
inline constexpr std::int64_t KiB = 1024;
inline Impl::tuning::Device const serial{.host = true, .threads = 1, .max_team = 1, .scratch = 32 * KiB};
inline Impl::tuning::Device const threads16{.host = true, .threads = 16, .max_team = 8, .scratch = 32 * KiB};
inline Impl::tuning::Device const hopper{.host = false, .threads = 1, .max_team = 256, .scratch = 227 * KiB};
inline Impl::tuning::Device const old_kokkos{.host = false, .threads = 1, .max_team = 256, .scratch = 40 * KiB};
inline Impl::tuning::Device const native_hopper{.host      = false,
                                                .threads   = 270336,
                                                .max_team  = 256,
                                                .scratch   = 40 * KiB,
                                                .warp      = 32,
                                                .shared    = 227 * KiB,
                                                .look_back = true,
                                                .clustered = 8};
inline Impl::tuning::Device const native_cdna{
    .host = false, .threads = 200'000, .max_team = 256, .scratch = 48 * KiB, .warp = 64, .shared = 64 * KiB};
inline std::vector<Impl::tuning::Device> const devices{serial,     threads16,     hopper,
                                                       old_kokkos, native_hopper, native_cdna};

}  // namespace KokkosAxis::Test
