// The bitonic network in registers, on emulated lanes and on the device of this build: every shape that the warp sort
// uses, every kind of word.
#include <KokkosAxis/impl/algorithm/sort/words.hpp>
#include <KokkosAxis/impl/primitive/simt/bitonic.hpp>

#include "support/inputs.hpp"
#include "support/on_team.hpp"
#include "support/simt_blocks.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace KokkosAxis::Test {
namespace {

namespace algorithm = Impl::algorithm;
namespace primitive = Impl::primitive;

template <class Block>
class SimtBitonic : public OnSpace<Block> {};
TYPED_TEST_SUITE(SimtBitonic, SimtBlocks, SimtBlockNames);

/// Sorts lists one after the other, each group of lanes its own.
template <class Simt, int Lanes, int Items, class Word>
struct SortLists {
  Word* lists;
  int rounds;

  KOKKOS_FUNCTION void operator()(std::byte*) const {
    for (int round = 0; round < rounds; ++round) {
      Word* const mine = lists + (round * Simt::threads() + Simt::thread()) * Items;
      Word words[Items];
      for (int i = 0; i < Items; ++i) words[i] = mine[i];
      primitive::Bitonic<Simt, Lanes, Items, Word>::sort(words);
      for (int i = 0; i < Items; ++i) mine[i] = words[i];
    }
  }
};

template <class Words>
std::pair<std::uint64_t, std::uint32_t> parts(typename Words::Word const& word) {
  return {Words::key(word), Words::position(word)};
}

/// Sorts lists of Lanes * Items words that lie one behind the other, in blocks of 64 threads, and expects of each what
/// std::sort makes of it.
template <class Block, class Words, int Lanes, int Items>
void check_lists(std::vector<typename Words::Word> words) {
  constexpr std::size_t length = Lanes * Items, threads = 64;
  ASSERT_EQ(words.size() % (threads * Items), 0u);
  auto const device = to_device<typename Block::Space>(words);
  Block::run(threads, 0,
             SortLists<typename Block::Simt, Lanes, Items, typename Words::Word>{
                 device.data(), static_cast<int>(words.size() / (threads * Items))});
  auto const sorted = to_host(device);
  for (std::size_t list = 0; list < words.size(); list += length) {
    std::sort(words.begin() + list, words.begin() + list + length);
    for (std::size_t i = list; i < list + length; ++i)
      ASSERT_EQ(parts<Words>(sorted[i]), parts<Words>(words[i]))
          << "list " << list / length << " of " << Lanes << " lanes, " << Items << " items, word " << i - list;
  }
}

/// Of words with any keys, sorted, reversed, and of two keys only, in turn: positions decide among equal ones.
template <class Words>
std::vector<typename Words::Word> make_lists(std::size_t length, std::size_t count) {
  Random random(length);
  std::vector<typename Words::Word> words;
  for (std::size_t list = 0; list < count; ++list) {
    std::vector<std::uint32_t> positions(length);
    for (std::uint32_t i = 0; i < length; ++i) positions[i] = i;
    for (std::size_t i = length; i > 1; --i) std::swap(positions[i - 1], positions[random.below(i)]);
    auto const first = words.size();
    for (std::uint32_t position : positions) {
      std::uint64_t const any = random(), key = list % 4 == 3 ? ~std::uint64_t{0} << (any & 1 ? 63 : 48) : any;
      if constexpr (sizeof(typename Words::Word) == 16)
        words.push_back(Words::make(key, position));
      else if constexpr (sizeof(typename Words::Word) == 8)
        words.push_back(Words::make(static_cast<std::uint32_t>(key >> 32), position));
      else
        words.push_back(Words::make(static_cast<std::uint32_t>(key >> 32) & 0xFFFF0000u, position));
    }
    if (list % 4 == 1 || list % 4 == 2) std::sort(words.begin() + first, words.end());
    if (list % 4 == 2) std::reverse(words.begin() + first, words.end());
  }
  return words;
}

template <class Block, class Words, int Lanes, int Items>
void check_shape() {
  constexpr std::size_t groups = 64 / Lanes;
  check_lists<Block, Words, Lanes, Items>(make_lists<Words>(Lanes * Items, std::max<std::size_t>(groups, 8)));
}

template <class Block, class Words>
void check_shapes() {
  check_shape<Block, Words, 2, 2>();
  check_shape<Block, Words, 4, 2>();
  check_shape<Block, Words, 8, 2>();
  check_shape<Block, Words, 8, 4>();
  check_shape<Block, Words, 16, 4>();
  check_shape<Block, Words, 32, 4>();
  check_shape<Block, Words, 32, 8>();
  check_shape<Block, Words, 32, 16>();
}

TYPED_TEST(SimtBitonic, SortsShortWords) { check_shapes<TypeParam, algorithm::ShortWords>(); }
TYPED_TEST(SimtBitonic, SortsLongWords) { check_shapes<TypeParam, algorithm::LongWords>(); }
TYPED_TEST(SimtBitonic, SortsWideWords) { check_shapes<TypeParam, algorithm::WideWords>(); }

template <class Block, int Lanes, int Items>
void check_zeros_and_ones() {
  constexpr std::uint32_t length = Lanes * Items;
  std::vector<std::uint32_t> words;
  for (std::uint32_t pattern = 0; pattern < 1u << length; ++pattern)
    for (std::uint32_t i = 0; i < length; ++i)
      words.push_back(algorithm::ShortWords::make((pattern >> i & 1) << 16, i));
  check_lists<Block, algorithm::ShortWords, Lanes, Items>(words);
}

/// Sorting networks: right for all inputs of zeros and ones, right for all inputs. Shapes of one item a lane, of many,
/// and of one lane.
TYPED_TEST(SimtBitonic, SortsEveryPatternOfZerosAndOnes) {
  check_zeros_and_ones<TypeParam, 4, 1>();
  check_zeros_and_ones<TypeParam, 8, 1>();
  check_zeros_and_ones<TypeParam, 4, 2>();
  check_zeros_and_ones<TypeParam, 2, 4>();
  check_zeros_and_ones<TypeParam, 1, 8>();
}

}  // namespace
}  // namespace KokkosAxis::Test
