// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "rivals/rivals.hpp"
#include "support/contender.hpp"
#include "support/inputs.hpp"
#include "support/timing_cuda.hpp"

#include <Kokkos_Core.hpp>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>

#include <cstddef>
#include <cstdint>

namespace perf {

/// The arguments of CUB's sorts for a case. Positions are 32-bit and come ready made in `index`: CUB is given what its
/// users would have to add, and moves half the bytes that KokkosAxis writes.
template <class K>
struct CubData {
  K const* keys;
  K* sorted;
  int const* index;
  int* sorted_index;
  int elements, rows;
  int const* first;  // [rows + 1]
  cudaStream_t stream;
};

struct Positions {
  Kokkos::View<int*, Exec> index;
  int length;
  KOKKOS_FUNCTION void operator()(int e) const { index(e) = e % length; }
};
struct Offsets {
  Kokkos::View<int*, Exec> first;
  int length;
  KOKKOS_FUNCTION void operator()(int row) const { first(row) = row * length; }
};

/// T: Kokkos' type, K: CUDA's for the same bits. `Sort(scratch, bytes, data)` is CUB's call, twice: size, then work.
template <class T, class K, class Sort>
Prepared prepare_cub(Exec const& exec, Case const& c, Sort const& sort) {
  auto const keys = input_of<T>(exec, c);
  Kokkos::View<T*, Exec> const sorted("sorted", c.elements());
  Kokkos::View<int*, Exec> const index("index", c.elements()), sorted_index("sorted index", c.elements());
  Kokkos::View<int*, Exec> const first("first", c.count + 1);
  auto const length = static_cast<int>(c.length);
  Kokkos::parallel_for("perf::positions", Kokkos::RangePolicy<Exec>(exec, 0, c.elements()), Positions{index, length});
  Kokkos::parallel_for("perf::offsets", Kokkos::RangePolicy<Exec>(exec, 0, c.count + 1), Offsets{first, length});
  exec.fence("perf: CUB made ready");

  CubData<K> const data{
      reinterpret_cast<K const*>(keys.data()), reinterpret_cast<K*>(sorted.data()), index.data(), sorted_index.data(),
      static_cast<int>(c.elements()),          static_cast<int>(c.count),           first.data(), exec.cuda_stream()};
  std::size_t bytes = 0;
  check_cuda(sort(nullptr, bytes, data), "CUB, size of scratch");
  Kokkos::View<std::byte*, Exec> const scratch("scratch", bytes);
  Call const call = [=] {
    (void)keys, (void)sorted, (void)index, (void)sorted_index, (void)first;  // `data` only points
    std::size_t room = bytes;
    check_cuda(sort(scratch.data(), room, data), "CUB");
  };
  return {call, "CCCL " + std::to_string(CUB_VERSION) + (c.verb == "argsort" ? ", 32-bit indices" : ""), bytes};
}

inline constexpr auto cub_segmented_keys = [](void* scratch, std::size_t& bytes, auto const& d) {
  return cub::DeviceSegmentedSort::SortKeys(scratch, bytes, d.keys, d.sorted, d.elements, d.rows, d.first, d.first + 1,
                                            d.stream);
};
inline constexpr auto cub_segmented_pairs = [](void* scratch, std::size_t& bytes, auto const& d) {
  return cub::DeviceSegmentedSort::SortPairs(scratch, bytes, d.keys, d.sorted, d.index, d.sorted_index, d.elements,
                                             d.rows, d.first, d.first + 1, d.stream);
};
inline constexpr auto cub_segmented_radix_pairs = [](void* scratch, std::size_t& bytes, auto const& d) {
  constexpr int bits = 8 * sizeof(*d.keys);
  return cub::DeviceSegmentedRadixSort::SortPairs(scratch, bytes, d.keys, d.sorted, d.index, d.sorted_index, d.elements,
                                                  d.rows, d.first, d.first + 1, 0, bits, d.stream);
};
inline constexpr auto cub_radix_keys = [](void* scratch, std::size_t& bytes, auto const& d) {
  constexpr int bits = 8 * sizeof(*d.keys);
  return cub::DeviceRadixSort::SortKeys(scratch, bytes, d.keys, d.sorted, d.elements, 0, bits, d.stream);
};
inline constexpr auto cub_radix_pairs = [](void* scratch, std::size_t& bytes, auto const& d) {
  constexpr int bits = 8 * sizeof(*d.keys);
  return cub::DeviceRadixSort::SortPairs(scratch, bytes, d.keys, d.sorted, d.index, d.sorted_index, d.elements, 0, bits,
                                         d.stream);
};

template <class T, class K, class Sort>
Contender cub_contender(std::string const& name, std::string_view verb, std::string_view dtype, bool one_row,
                        Sort const& sort) {
  return {
      name,
      [=](Case const& c) { return c.verb == verb && c.dtype == dtype && c.axis == 1 && (!one_row || c.count == 1); },
      [=](Exec const& exec, Case const& c) { return prepare_cub<T, K>(exec, c, sort); }};
}

template <class T, class K>
std::vector<Contender> cub_argsorts(std::string_view dtype) {
  return {cub_contender<T, K>("cub.segmented_sort", "argsort", dtype, false, cub_segmented_pairs),
          cub_contender<T, K>("cub.segmented_radix", "argsort", dtype, false, cub_segmented_radix_pairs),
          cub_contender<T, K>("cub.radix", "argsort", dtype, true, cub_radix_pairs)};
}

}  // namespace perf
