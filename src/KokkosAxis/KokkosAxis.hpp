// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Everything: one header a verb.
#include <KokkosAxis/argsort.hpp>
#include <KokkosAxis/cumulative.hpp>
#include <KokkosAxis/greedy_select.hpp>
#include <KokkosAxis/is_sorted.hpp>
#include <KokkosAxis/kth_value.hpp>
#include <KokkosAxis/matrix_nms.hpp>
#include <KokkosAxis/nms.hpp>
#include <KokkosAxis/nms_triples.hpp>
#include <KokkosAxis/partition.hpp>
#include <KokkosAxis/permute.hpp>
#include <KokkosAxis/soft_nms.hpp>
#include <KokkosAxis/reduce.hpp>
#include <KokkosAxis/softmax.hpp>
#include <KokkosAxis/sort.hpp>
#include <KokkosAxis/sort_by_key.hpp>
#include <KokkosAxis/topk.hpp>
