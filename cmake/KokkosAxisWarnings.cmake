# Warnings for our own targets; -Werror comes from CMAKE_COMPILE_WARNING_AS_ERROR, which CI sets.
# Link it PRIVATE: it is never part of what the library asks of its users.
add_library(kokkosaxis_warnings INTERFACE)

set(KokkosAxis_HOST_WARNINGS -Wall -Wextra -Wshadow -Wconversion -Wpedantic)
# Device front ends generate host code of their own, which the last two blame on us; and what stands in
# KOKKOS_IF_ON_HOST is not there for the device, so its parameters look unused.
set(KokkosAxis_DEVICE_WARNINGS -Wall -Wextra -Wno-unused-parameter -Wshadow)

if(KokkosAxis_SPACES MATCHES "CUDA|HIP")
  target_compile_options(kokkosaxis_warnings INTERFACE ${KokkosAxis_DEVICE_WARNINGS})
else()
  target_compile_options(kokkosaxis_warnings INTERFACE ${KokkosAxis_HOST_WARNINGS})
endif()
