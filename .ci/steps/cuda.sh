. "$(dirname "$0")/lib.sh"
command -v nvcc > /dev/null || skip "no nvcc on this machine: the CUDA code was NOT compiled"
headers=$(kokkos_headers)
overlay=$PWD/build/ci/overlay/cuda
bash .ci/device/overlay.sh CUDA "$headers" "$overlay" HOPPER90
# nothing runs here, so the assembler need not optimise as it would
bash .ci/device/compile_all.sh nvcc -x cu -std=c++20 --extended-lambda --expt-relaxed-constexpr -arch=sm_90 -Xptxas -O1 \
  -DKOKKOSAXIS_ENABLE_NATIVE=1 -Isrc -I "$overlay" -isystem "$headers" -Werror all-warnings -c -o /dev/null
