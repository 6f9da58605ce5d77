// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/error.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/current_device.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>
#include <KokkosAxis/workspace.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace KokkosAxis::Impl::dispatch {

/// A call on its way to the kernels. The same steps run twice: first to count the scratch they take, then, with the
/// memory in hand, to launch. What was counted is what is used.
template <class Exec>
struct Stage {
  Exec const& exec;
  tuning::Device device;
  layout::Arena arena{};
  bool launch = false;
};

/// Bytes of scratch that `steps(stage)` takes.
template <class Exec, class Steps>
std::size_t count_scratch(Exec const& exec, Steps&& steps) {
  Stage<Exec> stage{.exec = exec, .device = tuning::device_of(exec)};
  steps(stage);
  return stage.arena.bytes();
}

/// Runs the steps in the caller's workspace, or in memory of the call's own where none is given.
template <class Exec, class Steps>
void run_steps(std::string_view verb, Exec const& exec, Workspace const& workspace, Steps&& steps) {
  layout::KeepCurrentDevice const keep;
  std::size_t const bytes = count_scratch(exec, steps);
  expects(workspace.template accessible_from<Exec>(), verb, "the workspace's memory cannot be used from ", Exec::name(),
          "; make it of ", Exec::memory_space::name());
  expects(workspace.contiguous(), verb, "the workspace is a View with gaps in its memory; give one that is contiguous");
  expects(workspace.data() == nullptr || workspace.bytes() >= bytes, verb, "the workspace has ", workspace.bytes(),
          " bytes, but this call needs ", bytes, ", as workspace_bytes::", verb, " says");

  using Memory = Kokkos::View<std::byte*, typename Exec::memory_space>;
  Memory own;
  if (bytes > 0 && workspace.data() == nullptr)
    own = Memory(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "KokkosAxis::" + std::string(verb)), bytes);
  void* const block = workspace.data() != nullptr ? workspace.data() : own.data();
  Stage<Exec> stage{.exec = exec, .device = tuning::device_of(exec), .arena = layout::Arena(block), .launch = true};
  steps(stage);
}

}  // namespace KokkosAxis::Impl::dispatch
