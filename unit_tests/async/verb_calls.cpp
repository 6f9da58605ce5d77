#include "async/verb_calls.hpp"

#include <KokkosAxis/KokkosAxis.hpp>
#include <KokkosAxis/impl/dispatch/sort_routes.hpp>

#include "support/by_key_trial.hpp"
#include "support/cumulative_trial.hpp"
#include "support/inputs.hpp"
#include "support/nms_trial.hpp"
#include "support/reduce_trial.hpp"
#include "support/routes.hpp"
#include "support/sort_trial.hpp"
#include "support/topk_trial.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <tuple>
#include <utility>

namespace KokkosAxis::Test {
namespace {

struct Heavier {
  KOKKOS_FUNCTION bool operator()(Particle const& a, Particle const& b) const { return a.mass > b.mass; }
};
struct CellOf {
  KOKKOS_FUNCTION int operator()(Particle const& p) const { return p.cell; }
};

// What can be asked of a verb.
struct Sort {
  template <class... A>
  static void run(A const&... a) {
    KokkosAxis::sort(a...);
  }
  template <class... A>
  static Explanation explanation(A const&... a) {
    return explain::sort(a...);
  }
  template <class... A>
  static std::size_t bytes(A const&... a) {
    return workspace_bytes::sort(a...);
  }
};
struct Argsort {
  template <class... A>
  static void run(A const&... a) {
    KokkosAxis::argsort(a...);
  }
  template <class... A>
  static Explanation explanation(A const&... a) {
    return explain::argsort(a...);
  }
  template <class... A>
  static std::size_t bytes(A const&... a) {
    return workspace_bytes::argsort(a...);
  }
};
struct SortByKey {
  template <class... A>
  static void run(A const&... a) {
    KokkosAxis::sort_by_key(a...);
  }
  template <class... A>
  static Explanation explanation(A const&... a) {
    return explain::sort_by_key(a...);
  }
  template <class... A>
  static std::size_t bytes(A const&... a) {
    return workspace_bytes::sort_by_key(a...);
  }
};
struct Permute {
  template <class... A>
  static void run(A const&... a) {
    KokkosAxis::permute(a...);
  }
  template <class... A>
  static Explanation explanation(A const&... a) {
    return explain::permute(a...);
  }
  template <class... A>
  static std::size_t bytes(A const&... a) {
    return workspace_bytes::permute(a...);
  }
};

struct Topk {
  template <class... A>
  static void run(A const&... a) {
    KokkosAxis::topk(a...);
  }
  template <class... A>
  static Explanation explanation(A const&... a) {
    return explain::topk(a...);
  }
  template <class... A>
  static std::size_t bytes(A const&... a) {
    return workspace_bytes::topk(a...);
  }
};
struct Argtopk {
  template <class... A>
  static void run(A const&... a) {
    KokkosAxis::argtopk(a...);
  }
  template <class... A>
  static Explanation explanation(A const&... a) {
    return explain::argtopk(a...);
  }
  template <class... A>
  static std::size_t bytes(A const&... a) {
    return workspace_bytes::argtopk(a...);
  }
};
struct KthValue {
  template <class... A>
  static void run(A const&... a) {
    KokkosAxis::kth_value(a...);
  }
  template <class... A>
  static Explanation explanation(A const&... a) {
    return explain::kth_value(a...);
  }
  template <class... A>
  static std::size_t bytes(A const&... a) {
    return workspace_bytes::kth_value(a...);
  }
};
struct Nms {
  template <class... A>
  static void run(A const&... a) {
    KokkosAxis::nms(a...);
  }
  template <class... A>
  static Explanation explanation(A const&... a) {
    return explain::nms(a...);
  }
  template <class... A>
  static std::size_t bytes(A const&... a) {
    return workspace_bytes::nms(a...);
  }
};
struct NmsTriples {
  template <class... A>
  static void run(A const&... a) {
    KokkosAxis::nms_triples(a...);
  }
  template <class... A>
  static Explanation explanation(A const&... a) {
    return explain::nms_triples(a...);
  }
  template <class... A>
  static std::size_t bytes(A const&... a) {
    return workspace_bytes::nms_triples(a...);
  }
};
struct GreedySelect {
  template <class... A>
  static void run(A const&... a) {
    KokkosAxis::greedy_select(a...);
  }
  template <class... A>
  static Explanation explanation(A const&... a) {
    return explain::greedy_select(a...);
  }
  template <class... A>
  static std::size_t bytes(A const&... a) {
    return workspace_bytes::greedy_select(a...);
  }
};
struct SoftNms {
  template <class... A>
  static void run(A const&... a) {
    KokkosAxis::soft_nms(a...);
  }
  template <class... A>
  static Explanation explanation(A const&... a) {
    return explain::soft_nms(a...);
  }
  template <class... A>
  static std::size_t bytes(A const&... a) {
    return workspace_bytes::soft_nms(a...);
  }
};
struct MatrixNms {
  template <class... A>
  static void run(A const&... a) {
    KokkosAxis::matrix_nms(a...);
  }
  template <class... A>
  static Explanation explanation(A const&... a) {
    return explain::matrix_nms(a...);
  }
  template <class... A>
  static std::size_t bytes(A const&... a) {
    return workspace_bytes::matrix_nms(a...);
  }
};
struct Partition {
  template <class... A>
  static void run(A const&... a) {
    KokkosAxis::partition(a...);
  }
  template <class... A>
  static Explanation explanation(A const&... a) {
    return explain::partition(a...);
  }
  template <class... A>
  static std::size_t bytes(A const&... a) {
    return workspace_bytes::partition(a...);
  }
};
struct Reduce {
  template <class... A>
  static void run(A const&... a) {
    KokkosAxis::reduce(a...);
  }
  template <class... A>
  static Explanation explanation(A const&... a) {
    return explain::reduce(a...);
  }
  template <class... A>
  static std::size_t bytes(A const&... a) {
    return workspace_bytes::reduce(a...);
  }
};
struct Softmax {
  template <class... A>
  static void run(A const&... a) {
    KokkosAxis::softmax(a...);
  }
  template <class... A>
  static Explanation explanation(A const&... a) {
    return explain::softmax(a...);
  }
  template <class... A>
  static std::size_t bytes(A const&... a) {
    return workspace_bytes::softmax(a...);
  }
};
struct Cumulative {
  template <class... A>
  static void run(A const&... a) {
    KokkosAxis::cumulative(a...);
  }
  template <class... A>
  static Explanation explanation(A const&... a) {
    return explain::cumulative(a...);
  }
  template <class... A>
  static std::size_t bytes(A const&... a) {
    return workspace_bytes::cumulative(a...);
  }
};

template <class Verb, class Exec, class Options, class... Views>
VerbCall make_call(std::string verb, std::string form, std::string route, std::function<void()> check, Exec exec,
                   Options options, Views... views) {
  return {.verb  = std::move(verb),
          .form  = std::move(form),
          .route = std::move(route),
          .run =
              [=](Workspace workspace) {
                Options with   = options;
                with.workspace = workspace;
                Verb::run(exec, views..., with);
              },
          .bytes   = [=] { return Verb::bytes(exec, views..., options); },
          .explain = [=] { return Verb::explanation(exec, views..., options); },
          .check   = std::move(check)};
}

/// Arrays for one call by a radix route.
template <class Exec>
struct Arrays {
  Exec exec;
  Keys<Exec, float> keys;
  Field<Exec, std::int64_t> index;
  Payload<Exec, double, 2> values;
  Payload<Exec, Rgb, 3> colours;

  Arrays(Exec const& e, Trial const& t)
      : exec(e),
        keys(t, make_keys<float>(Fill::any_bits, product(t.extents))),
        index(place(Lay::right, t.extents), List<std::int64_t>(keys.positions)),
        values(t.extents, Lay::right, Lay::right),
        colours(t.extents, Lay::right, Lay::right, {2}) {}

  void check_index() const { EXPECT_TRUE(same_positions(index.read(), keys.positions)); }
};

template <class Exec>
void add_radix_calls(std::vector<VerbCall>& calls, Exec const& exec, Trial const& trial, std::string const& route) {
  auto const options = options_of(trial);
  auto const fresh   = [&] { return std::make_shared<Arrays<Exec>>(exec, trial); };
  auto a             = fresh();
  calls.push_back(make_call<Sort>(
      "sort", "into another View", route, [=] { a->keys.check(a->keys.to); }, exec, options,
      a->keys.from.template const_view<2>(), a->keys.to.template view<2>()));
  a = fresh();
  calls.push_back(make_call<Sort>(
      "sort", "in place", route, [=] { a->keys.check(a->keys.from); }, exec, options, a->keys.from.template view<2>()));
  a = fresh();
  calls.push_back(make_call<Argsort>(
      "argsort", "positions", route, [=] { a->check_index(); }, exec, options, a->keys.from.template view<2>(),
      a->index.template view<2>()));
  a               = fresh();
  auto const both = [=] { a->check_index(), a->keys.check(a->keys.from); };
  calls.push_back(make_call<Argsort>("argsort", "keys in place and positions", route, both, exec, options,
                                     a->keys.from.template view<2>(), a->keys.from.template view<2>(),
                                     a->index.template view<2>()));
  a                = fresh();
  auto const moved = [=] { a->keys.check(a->keys.to), a->values.check_moved(a->keys.cut, a->keys.positions); };
  calls.push_back(make_call<SortByKey>("sort_by_key", "into other Views", route, moved, exec, options,
                                       a->keys.from.template view<2>(), a->values.in(), a->keys.to.template view<2>(),
                                       a->values.out()));
  a                  = fresh();
  auto const inplace = [=] {
    a->keys.check(a->keys.from);
    a->values.check_moved_in_place(a->keys.cut, a->keys.positions);
    a->colours.check_moved_in_place(a->keys.cut, a->keys.positions);
  };
  calls.push_back(make_call<SortByKey>("sort_by_key", "in place", route, inplace, exec, options,
                                       a->keys.from.template view<2>(),
                                       std::make_tuple(a->values.in_place(), a->colours.in_place())));
}

template <class Exec>
void add_permute_calls(std::vector<VerbCall>& calls, Exec const& exec, Trial const& trial) {
  PermuteOptions const options{.axis = trial.axis};
  auto a           = std::make_shared<Arrays<Exec>>(exec, trial);
  auto const apart = [=] { a->values.check_moved(a->keys.cut, a->keys.positions); };
  calls.push_back(make_call<Permute>("permute", "into another View", "gather", apart, exec, options,
                                     a->index.template view<2>(), a->values.in(), a->values.out()));
  auto b             = std::make_shared<Arrays<Exec>>(exec, trial);
  auto const inplace = [=] { b->colours.check_moved_in_place(b->keys.cut, b->keys.positions); };
  calls.push_back(make_call<Permute>("permute", "in place", "gather", inplace, exec, options,
                                     b->index.template view<2>(), b->colours.in_place()));
}

List<Particle> particles(std::int64_t n) {
  Random random(9);
  List<Particle> result;
  for (std::int64_t i = 0; i < n; ++i)
    result.push_back(
        {static_cast<double>(random.below(50)), static_cast<int>(random.below(20)) - 10, static_cast<int>(i), 0.5f, 0});
  return result;
}

/// Particles by a comparator or by a projected key; `before` compares elements of the input.
template <class Exec, class Before, class By, class Compare>
void add_particle_call(std::vector<VerbCall>& calls, Exec const& exec, Trial const& trial, std::string const& route,
                       Before before, By by, Compare compare) {
  auto const input = particles(product(trial.extents));
  Cut const cut(trial.extents, trial.axis);
  auto const positions =
      sorted_positions(cut, [&](std::size_t i, std::size_t j) { return before(input[i], input[j]); });
  auto const field    = std::make_shared<Field<Exec, Particle>>(place(Lay::right, trial.extents), input);
  auto const expected = taken(cut, input, positions);
  calls.push_back(make_call<Sort>(
      "sort", "particles", route, [=] { EXPECT_TRUE(same_bits(field->read(), expected)); }, exec,
      options_of(trial, by, compare), field->template view<2>()));
}

/// Arrays for one selection.
template <class Exec>
struct Selected {
  TopkTrial trial;
  List<float> input;
  std::vector<std::int64_t> positions;
  List<float> best;
  Field<Exec, float> in, values, kth;
  Field<Exec, std::int64_t> index;

  explicit Selected(TopkTrial const& t)
      : trial(t),
        input(make_keys<float>(Fill::any_bits, product(t.extents))),
        positions(selected_positions(t, input)),
        best(selected_values(t, input, positions)),
        in(place(Lay::right, t.extents), input),
        values(place(Lay::right, selected_extents(t)), make_payload<float>(product(selected_extents(t)))),
        kth(place(Lay::right, {t.extents[0]}), List<float>(static_cast<std::size_t>(t.extents[0]))),
        index(place(Lay::right, selected_extents(t)), List<std::int64_t>(positions)) {}

  void check_values() const { EXPECT_TRUE(same_bits(values.read(), best)); }
  void check_index() const { EXPECT_TRUE(same_positions(index.read(), positions)); }
  void check_kth() const {
    List<float> last;
    for (std::int64_t s = 0; s < trial.extents[0]; ++s)
      last.push_back(best[static_cast<std::size_t>((s + 1) * trial.k - 1)]);
    EXPECT_TRUE(same_bits(kth.read(), last));
  }
};

template <class Exec>
void add_topk_calls(std::vector<VerbCall>& calls, Exec const& exec, TopkTrial const& trial, std::string const& route) {
  TopkOptions const options{.axis = 1, .route = trial.route};
  auto a = std::make_shared<Selected<Exec>>(trial);
  calls.push_back(make_call<Topk>(
      "topk", "values and positions", route, [=] { a->check_values(), a->check_index(); }, exec, options,
      a->in.template const_view<2>(), a->values.template view<2>(), a->index.template view<2>(), trial.k));
  a = std::make_shared<Selected<Exec>>(trial);
  calls.push_back(make_call<Topk>(
      "topk", "values", route, [=] { a->check_values(); }, exec, options, a->in.template const_view<2>(),
      a->values.template view<2>(), trial.k));
  a = std::make_shared<Selected<Exec>>(trial);
  calls.push_back(make_call<Argtopk>(
      "argtopk", "positions", route, [=] { a->check_index(); }, exec, options, a->in.template const_view<2>(),
      a->index.template view<2>(), trial.k));
  a = std::make_shared<Selected<Exec>>(trial);
  calls.push_back(make_call<KthValue>(
      "kth_value", "values", route, [=] { a->check_kth(); }, exec, options, a->in.template const_view<2>(),
      a->kth.template view<1>(), trial.k));
}

/// All of a slice is selected, which is to say sorted, and the last of it put at its place.
template <class Exec>
void add_partition_call(std::vector<VerbCall>& calls, Exec const& exec, Extents const& extents) {
  TopkTrial const trial{.extents = extents, .axis = 1, .k = extents[1], .largest = false, .order = TopkOrder::by_index};
  auto const a            = std::make_shared<Selected<Exec>>(trial);
  std::int64_t const last = extents[1] - 1;
  auto const check        = [=] {
    TopkTrial all   = trial;
    all.order       = TopkOrder::sorted;
    auto const best = selected_positions(all, a->input);
    auto expected   = a->positions;  // in order of positions, but for the greatest
    for (std::int64_t s = 0; s < trial.extents[0]; ++s) {
      auto const row              = expected.begin() + s * trial.k;
      std::int64_t const greatest = best[static_cast<std::size_t>(s * trial.k + last)];
      std::rotate(row + greatest, row + greatest + 1, row + trial.k);
    }
    EXPECT_TRUE(same_positions(a->index.read(), expected));
  };
  calls.push_back(make_call<Partition>("partition", "values and positions", "", check, exec,
                                       PartitionOptions{.axis = 1}, a->in.template const_view<2>(),
                                       a->values.template view<2>(), a->index.template view<2>(), last));
  calls.back().route = calls.back().explain().route;
}

/// Arrays for one call that suppresses.
template <class Exec>
struct Suppressed {
  NmsTrial<> trial;
  NmsFields<Exec, float, float> fields;
  Field<Exec, float> scores;

  explicit Suppressed(NmsTrial<> const& t)
      : trial(t),
        fields(t),
        scores(fields.keep.place(), List<float>(static_cast<std::size_t>(fields.keep.place().size()))) {}

  void check(Kept const& kept) const {
    EXPECT_TRUE(same_positions(fields.keep.read(), kept.keep));
    EXPECT_TRUE(same_positions(fields.count.read(), kept.count));
  }
};

struct Apart {
  KOKKOS_FUNCTION bool operator()(std::int64_t winner, std::int64_t other) const {
    return winner - other < 7 && other - winner < 7;
  }
};

template <class Exec>
void add_nms_calls(std::vector<VerbCall>& calls, Exec const& exec, Extents const& extents) {
  auto trial             = nms_trial(Scene::clustered, extents[0], extents[1]);
  trial.max_output       = 64;  // the oracle's time is this times the boxes
  auto const by_position = trial;
  for (std::int64_t i = 0; i < product(extents); ++i) trial.classes.push_back(i % 3);
  using Data = Suppressed<Exec>;
  for (GreedyRoute route : serving_greedy_routes(exec, extents[1], extents[0], 20, 4, true)) {
    std::string const named(Impl::dispatch::find(route)->name);
    auto const a = std::make_shared<Data>(trial);
    calls.push_back(make_call<Nms>(
        "nms", "boxes", named, [=] { a->check(kept_of(a->trial, a->fields.places)); }, exec,
        a->fields.options(trial, route), a->fields.boxes.template const_view<3>(),
        a->fields.scores.template const_view<2>(), a->fields.keep.template view<2>(),
        a->fields.count.template view<1>()));
    auto const b     = std::make_shared<Data>(by_position);
    auto const check = [=] {
      b->check(greedy_by_the_book(b->trial, b->fields.places,
                                  [](std::int64_t, std::int64_t i, std::int64_t j) { return Apart{}(i, j); }));
    };
    calls.push_back(make_call<GreedySelect>("greedy_select", "by position", named, check, exec,
                                            GreedyOptions{.max_output = 64, .route = route},
                                            b->fields.scores.template const_view<2>(), Apart{},
                                            b->fields.keep.template view<2>(), b->fields.count.template view<1>()));
  }
  // what they compute is checked elsewhere: here that they do so on the caller's instance, in the caller's memory
  auto few           = trial;
  few.max_output     = std::min<std::int64_t>(extents[1], 5);
  auto const c       = std::make_shared<Data>(few);
  auto const counted = [=] {
    std::int64_t const kept = *c->trial.max_output;
    EXPECT_TRUE(
        same_positions(c->fields.count.read(), std::vector<std::int64_t>(static_cast<std::size_t>(extents[0]), kept)));
  };
  calls.push_back(make_call<SoftNms>(
      "soft_nms", "boxes", "team", counted, exec, SoftNmsOptions{.max_output = few.max_output},
      c->fields.boxes.template const_view<3>(), c->fields.scores.template const_view<2>(),
      c->fields.keep.template view<2>(), c->scores.template view<2>(), c->fields.count.template view<1>()));
  auto const d        = std::make_shared<Data>(trial);
  auto const decayed  = std::make_shared<Field<Exec, float>>(place(Lay::right, extents), d->trial.scores);
  auto const not_more = [=] {
    auto const fallen = decayed->read();
    for (std::size_t i = 0; i < fallen.size(); ++i) EXPECT_LE(std::abs(fallen[i]), std::abs(d->trial.scores[i]));
  };
  calls.push_back(make_call<MatrixNms>("matrix_nms", "boxes", "pairs", not_more, exec, MatrixNmsOptions{},
                                       d->fields.boxes.template const_view<3>(),
                                       d->fields.scores.template const_view<2>(), decayed->template view<2>()));
}

/// The rows as classes of one image.
template <class Exec>
void add_triples_call(std::vector<VerbCall>& calls, Exec const& exec, Extents const& extents) {
  auto trial              = nms_trial(Scene::clustered, extents[0], extents[1]);
  trial.max_output        = 64;
  std::int64_t const most = trial.most();
  struct Data {
    Field<Exec, float> boxes, scores;
    Field<Exec, std::int32_t> triples;
    Kokkos::View<std::int32_t, Exec> count;
  };
  Extents const listed{extents[0] * most, 3};
  auto const a = std::make_shared<Data>(
      Data{{place(Lay::right, {1, extents[0], extents[1], 4}), trial.boxes},
           {place(Lay::right, {1, extents[0], extents[1]}), trial.scores},
           {place(Lay::right, listed), List<std::int32_t>(static_cast<std::size_t>(product(listed)))},
           Kokkos::View<std::int32_t, Exec>("count")});
  auto const check = [=] {
    Kept const kept = kept_of(trial, most);
    std::vector<std::int64_t> expected;
    for (std::int64_t row = 0; row < extents[0]; ++row)
      for (std::int64_t k = 0; k < kept.count[static_cast<std::size_t>(row)]; ++k)
        for (std::int64_t number : {std::int64_t{0}, row, kept.keep[static_cast<std::size_t>(row * most + k)]})
          expected.push_back(number);
    auto const number = static_cast<std::int64_t>(expected.size()) / 3;
    expected.resize(static_cast<std::size_t>(product(listed)), -1);
    EXPECT_TRUE(same_positions(a->triples.read(), expected));
    EXPECT_EQ(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), a->count)(), number);
  };
  calls.push_back(make_call<NmsTriples>("nms_triples", "boxes", "tile_greedy", check, exec,
                                        NmsOptions<>{.max_output = 64, .route = GreedyRoute::tile_greedy},
                                        a->boxes.template const_view<4>(), a->scores.template const_view<3>(),
                                        a->triples.template view<2>(), a->count));
}

/// Rows to one number each, columns, and all to one: this in pieces where there is enough to cut.
template <class Exec>
void add_reduce_calls(std::vector<VerbCall>& calls, Exec const& exec, Extents const& extents, ReduceRoute route) {
  std::string const name(Impl::dispatch::find(route)->name);
  auto const input = make_numbers<float>(product(extents), 6);
  auto const in    = std::make_shared<Field<Exec, float>>(place(Lay::right, extents), input);
  for (auto const& [form, axes] : {std::pair{"rows", std::vector<int>{1}}, std::pair{"columns", std::vector<int>{0}},
                                   std::pair{"all", std::vector<int>{0, 1}}}) {
    ReduceTrial const trial{.extents = extents, .axes = axes};
    auto const sum    = std::make_shared<Field<Exec, double>>(reduce_output<Exec, double>(trial));
    auto const where  = std::make_shared<Field<Exec, std::int64_t>>(reduce_output<Exec, std::int64_t>(trial));
    auto const slices = slices_of(trial, input, [](std::size_t) { return true; });
    auto const check  = [=] {
      auto const sums   = sum->read();
      auto const places = where->read();
      for (std::size_t s = 0; s < slices.size(); ++s) {
        EXPECT_EQ(sums[s], static_cast<double>(answer(Sum{}, slices[s]).results[0]));
        EXPECT_EQ(places[s], static_cast<std::int64_t>(answer(ArgMin{}, slices[s]).results[0]));
      }
      EXPECT_TRUE(in->untouched());
    };
    calls.push_back(make_call<Reduce>("reduce", form, name, check, exec,
                                      ReduceOptions<>{.keep_dims = true, .route = route}, in->template const_view<2>(),
                                      std::tuple(sum->template view<2>(), where->template view<2>()), as_axes(axes),
                                      std::tuple(Sum{}, ArgMin{})));
  }
}

/// Probabilities of rows, columns, and of all: this in pieces where there is enough to cut.
template <class Exec>
void add_softmax_calls(std::vector<VerbCall>& calls, Exec const& exec, Extents const& extents, ReduceRoute route) {
  std::string const name(Impl::dispatch::find(route)->name);
  auto const in =
      std::make_shared<Field<Exec, float>>(place(Lay::right, extents), make_numbers<float>(product(extents), 6));
  for (auto const& [form, axes] : {std::pair{"rows", std::vector<int>{1}}, std::pair{"columns", std::vector<int>{0}},
                                   std::pair{"all", std::vector<int>{0, 1}}}) {
    ReduceTrial const trial{.extents = extents, .axes = axes};
    auto const out = std::make_shared<Field<Exec, double>>(
        place(Lay::right, extents), List<double>(static_cast<std::size_t>(product(extents)), 77));
    auto const check = [=] {
      for (auto const& slice : slices_of(trial, out->read(), [](std::size_t) { return true; }))
        EXPECT_NEAR(static_cast<double>(answer(Sum{}, slice).results[0]), 1, 1e-4);
      EXPECT_TRUE(in->untouched());
    };
    calls.push_back(make_call<Softmax>("softmax", form, name, check, exec, SoftmaxOptions<>{.route = route},
                                       in->template const_view<2>(), out->template view<2>(), as_axes(axes)));
  }
}

/// Sums along either axis, and along two columns that are cut into pieces where they are long.
template <class Exec>
void add_cumulative_calls(std::vector<VerbCall>& calls, Exec const& exec, Extents const& extents,
                          CumulativeRoute route) {
  std::string const name(Impl::dispatch::find(route)->name);
  auto const input = make_numbers<float>(product(extents), 6);
  for (auto const& [form, trial] :
       {std::pair{"rows", CumulativeTrial{.extents = extents, .axis = 1, .route = route}},
        std::pair{"columns", CumulativeTrial{.extents = extents, .axis = 0, .exclusive = true, .route = route}},
        std::pair{"two columns", CumulativeTrial{.extents = {product(extents) / 2, 2}, .axis = 0, .route = route}}}) {
    auto const in = std::make_shared<Field<Exec, float>>(place(Lay::right, trial.extents), input);
    auto const out =
        std::make_shared<Field<Exec, double>>(place(Lay::right, trial.extents), List<double>(input.size(), 77));
    auto const check = [=, trial = trial] {
      auto const sums = out->read();
      double sum      = 0;
      for_each_in_order(trial, [&](std::size_t i, std::int64_t, bool first) {
        if (first) sum = 0;
        double const before = sum;
        sum += static_cast<double>(input[i]);
        EXPECT_EQ(sums[i], trial.exclusive ? before : sum);
      });
      EXPECT_TRUE(in->untouched());
    };
    calls.push_back(make_call<Cumulative>("cumulative", form, name, check, exec, trial.options({}),
                                          in->template const_view<2>(), out->template view<2>(), trial.axis, Sum{}));
  }
}

std::string name(TopkRoute route) { return std::string(Impl::dispatch::find(route)->name); }
std::string name(SortRoute route) { return std::string(Impl::dispatch::find(route)->name); }

}  // namespace

template <class Exec>
std::vector<VerbCall> verb_calls(Exec const& exec, Extents const& extents) {
  std::vector<VerbCall> calls;
  Trial trial{.extents = extents, .axis = 1};
  std::int64_t const length = extents[1], count = extents[0];
  auto const lighter_cell = [](Particle const& a, Particle const& b) { return a.cell < b.cell; };
  for (SortRoute route : serving_routes(exec, length, count, 4)) {
    if (length > longest_worth_forcing(route)) continue;
    trial.route = route;
    add_radix_calls(calls, exec, trial, name(route));
    add_particle_call(calls, exec, trial, name(route), lighter_cell, CellOf{}, NaturalOrder{});
  }
  for (SortRoute route : serving_routes(exec, length, count, 0)) {
    if (length > longest_worth_forcing(route)) continue;
    trial.route = route;
    add_particle_call(calls, exec, trial, name(route), Heavier{}, Identity{}, Heavier{});
  }
  trial.route = SortRoute::automatic;
  add_permute_calls(calls, exec, trial);
  TopkTrial topk{.extents = extents, .axis = 1, .k = std::min<std::int64_t>(length, 17)};
  for (TopkRoute route : serving_topk_routes(exec, length, count, topk.k, 4)) {
    topk.route = route;
    add_topk_calls(calls, exec, topk, name(route));
  }
  add_partition_call(calls, exec, extents);
  add_nms_calls(calls, exec, extents);
  add_triples_call(calls, exec, extents);
  for (ReduceRoute route : serving_reduce_routes(exec)) {
    add_reduce_calls(calls, exec, extents, route);
    add_softmax_calls(calls, exec, extents, route);
  }
  for (CumulativeRoute route : serving_cumulative_routes(exec)) add_cumulative_calls(calls, exec, extents, route);
  return calls;
}

#ifdef KOKKOS_ENABLE_SERIAL
template std::vector<VerbCall> verb_calls(Kokkos::Serial const&, Extents const&);
#endif
#ifdef KOKKOS_ENABLE_OPENMP
template std::vector<VerbCall> verb_calls(Kokkos::OpenMP const&, Extents const&);
#endif
#ifdef KOKKOS_ENABLE_THREADS
template std::vector<VerbCall> verb_calls(Kokkos::Threads const&, Extents const&);
#endif
#ifdef KOKKOS_ENABLE_CUDA
template std::vector<VerbCall> verb_calls(Kokkos::Cuda const&, Extents const&);
#endif
#ifdef KOKKOS_ENABLE_HIP
template std::vector<VerbCall> verb_calls(Kokkos::HIP const&, Extents const&);
#endif

}  // namespace KokkosAxis::Test
