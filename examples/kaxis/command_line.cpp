// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command_line.hpp"

#include "array.hpp"
#include "operation.hpp"
#include "verbs.hpp"

#include <KokkosAxis/impl/dispatch/cumulative_routes.hpp>
#include <KokkosAxis/impl/dispatch/greedy_routes.hpp>
#include <KokkosAxis/impl/dispatch/reduce_routes.hpp>
#include <KokkosAxis/impl/dispatch/sort_routes.hpp>
#include <KokkosAxis/impl/dispatch/topk_routes.hpp>

#include <Kokkos_Core.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace kaxis {

namespace {

namespace dispatch = KokkosAxis::Impl::dispatch;

using Spaces = std::tuple<KAXIS_SPACES>;  // the execution spaces that the verbs were compiled for

/// The words that an option takes, and what each means.
template <class Value>
using Choices = std::vector<std::pair<std::string, Value>>;

Choices<KokkosAxis::Order> const orders{{"ascending", KokkosAxis::Order::ascending},
                                        {"descending", KokkosAxis::Order::descending}};
Choices<KokkosAxis::Nan> const nans{{"greatest", KokkosAxis::Nan::greatest},
                                    {"last", KokkosAxis::Nan::last},
                                    {"smallest", KokkosAxis::Nan::smallest},
                                    {"first", KokkosAxis::Nan::first}};
Choices<KokkosAxis::Zeros> const zeros{{"equal", KokkosAxis::Zeros::equal}, {"ordered", KokkosAxis::Zeros::ordered}};
Choices<KokkosAxis::TopkOrder> const topk_orders{{"sorted", KokkosAxis::TopkOrder::sorted},
                                                 {"unsorted", KokkosAxis::TopkOrder::unsorted},
                                                 {"by_index", KokkosAxis::TopkOrder::by_index}};
Choices<KokkosAxis::Ties> const ties{{"lowest_index", KokkosAxis::Ties::lowest_index},
                                     {"highest_index", KokkosAxis::Ties::highest_index},
                                     {"any", KokkosAxis::Ties::any}};
Choices<KokkosAxis::BoxFormat> const box_formats{{"corners", KokkosAxis::BoxFormat::corners},
                                                 {"center_size", KokkosAxis::BoxFormat::center_size}};
Choices<KokkosAxis::NanInReduction> const nans_in_reductions{{"propagate", KokkosAxis::NanInReduction::propagate},
                                                             {"ignore", KokkosAxis::NanInReduction::ignore}};
Choices<DType> const index_types{{"int32", DType::int32}, {"int64", DType::int64}};

/// Asked of the library's own tables, so that none can be forgotten.
template <class Route, class Table>
Choices<Route> routes(Table const& table) {
  Choices<Route> choices{{"automatic", Route::automatic}};
  for (auto const& row : table) choices.emplace_back(row.name, row.route);
  return choices;
}

/// All operations, or those that cumulative has in this program.
Choices<Operation> operation_names(bool cumulative) {
  Choices<Operation> choices;
  for (OperationRow const& row : operations)
    if (!cumulative || row.cumulative) choices.emplace_back(row.name, row.operation);
  return choices;
}

/// "a, b or c"
std::string alternatives(std::vector<std::string> const& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : (i + 1 < names.size() ? ", " : " or ")) + names[i];
  return text;
}

/// An option that takes one of a few words.
template <class Value>
CLI::Option* add_choice(CLI::App& app, std::string const& option, Value& value, Choices<Value> const& choices,
                        std::string const& what) {
  std::vector<std::string> words;
  std::string initial;
  for (auto const& [word, meaning] : choices) {
    words.push_back(word);
    if (meaning == value) initial = word;
  }
  auto const set = [&value, choices, words, option](std::string const& given) {
    auto const at = std::find(words.begin(), words.end(), given);
    if (at == words.end()) throw Refusal(option + " " + given + ": must be " + alternatives(words));
    value = choices[static_cast<std::size_t>(at - words.begin())].second;
  };
  return app.add_option_function<std::string>(option, set, what + ": " + alternatives(words))
      ->type_name("WORD")
      ->default_str(initial);
}

template <class Exec>
std::string name_of() {
  std::string name = Exec::name();
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name;
}

template <class F>
void for_each_space(F&& f) {
  [&]<class... Execs>(std::type_identity<std::tuple<Execs...>>) {
    (f.template operator()<Execs>(), ...);
  }(std::type_identity<Spaces>{});
}

std::vector<std::string> names_of_spaces() {
  std::vector<std::string> names;
  for_each_space([&]<class Exec>() { names.push_back(name_of<Exec>()); });
  return names;
}

void add_run_flags(CLI::App& app, RunFlags& flags) {
  flags.space    = names_of_spaces().back();  // devices come last
  auto const set = [&flags](std::string const& word) {
    auto const names = names_of_spaces();
    if (std::find(names.begin(), names.end(), word) == names.end())
      throw Refusal("--space " + word + ": this kaxis was built with " + alternatives(names));
    flags.space = word;
  };
  app.add_option_function<std::string>("--space", set, "Execution space: " + alternatives(names_of_spaces()))
      ->type_name("WORD")
      ->default_str(flags.space);
  app.add_flag("--explain", flags.explain, "Print how the call is run");
  app.add_flag("--time", flags.time, "Print the time of the call itself, without files and copies");
}

template <class Integer>
CLI::Option* add_integer(CLI::App& app, std::string const& option, Integer& value, std::string const& example,
                         std::string const& what) {
  auto const set = [&value, option, example](std::string const& given) {
    auto const [end, error] = std::from_chars(given.data(), given.data() + given.size(), value);
    if (error != std::errc() || end != given.data() + given.size())
      throw Refusal(option + " " + given + ": must be an integer, such as " + example);
  };
  return app.add_option_function<std::string>(option, set, what)->type_name("INT");
}

/// The whole word as a number; refuses anything else. `example` is one.
double number_of(std::string const& option, std::string const& given, std::string const& example) {
  double value            = 0;
  auto const [end, error] = std::from_chars(given.data(), given.data() + given.size(), value);
  if (error != std::errc() || end != given.data() + given.size())
    throw Refusal(option + " " + given + ": must be a number, such as " + example);
  return value;
}

void add_axis(CLI::App& app, int& axis) {
  add_integer(app, "--axis", axis, "0 for the first or -1 for the last", "Counts from 0, or from the end when negative")
      ->default_str(std::to_string(axis));
}

void add_key_flags(CLI::App& app, KokkosAxis::Nan& nan, KokkosAxis::Zeros& zero) {
  add_choice(app, "--nan", nan, nans, "Where NaN goes: above +inf, after all, below -inf, before all");
  add_choice(app, "--zeros", zero, zeros, "Is -0.0 equal to +0.0 or below it");
}

void add_sort_flags(CLI::App& app, SortFlags& flags) {
  add_axis(app, flags.axis);
  add_choice(app, "--order", flags.order, orders, "Which end comes first");
  add_key_flags(app, flags.nan, flags.zeros);
  app.add_flag("--unstable", flags.unstable, "Let equal elements change places if that is faster");
  add_choice(app, "--route", flags.route, routes<KokkosAxis::SortRoute>(dispatch::sort_routes), "Force a route");
}

void add_nms_flags(CLI::App& app, NmsFlags& flags) {
  app.add_option_function<std::string>(
         "--iou",
         [&flags](std::string const& given) {
           flags.iou = number_of("--iou", given, "0.5");
           if (!(flags.iou >= 0 && flags.iou <= 1)) throw Refusal("--iou " + given + ": must be in 0 to 1");
         },
         "A box goes if its intersection over union with a kept one is greater")
      ->type_name("NUMBER")
      ->default_str("0.5");
  app.add_option_function<std::string>(
         "--score",
         [&flags](std::string const& given) {
           flags.score = number_of("--score", given, "0");
           if (std::isnan(*flags.score)) throw Refusal("--score " + given + ": must be a number, such as 0");
         },
         "Only greater scores take part; not given: all but NaN")
      ->type_name("NUMBER");
  app.add_option_function<std::string>(
         "--max-output",
         [&flags](std::string const& given) {
           std::int64_t value      = 0;
           auto const [end, error] = std::from_chars(given.data(), given.data() + given.size(), value);
           if (error != std::errc() || end != given.data() + given.size() || value < 0)
             throw Refusal("--max-output " + given + ": must be an integer that is not negative, such as 100");
           flags.max_output = value;
         },
         "Keep so many of each row, at most; not given: all")
      ->type_name("INT");
  add_choice(app, "--format", flags.format, box_formats, "What the numbers of a box are");
  app.add_option_function<std::string>(
         "--classes",
         [&flags](std::string const& given) {
           if (given.empty()) throw Refusal("--classes '': there is no such file");
           flags.classes = given;
         },
         "Integers shaped like the scores: boxes of different classes leave each other alone")
      ->type_name("FILE");
  add_choice(app, "--route", flags.route, routes<KokkosAxis::GreedyRoute>(dispatch::greedy_routes), "Force a route");
}

/// "0,2"
void add_axes(CLI::App& app, std::optional<std::vector<int>>& axes) {
  auto const set = [&axes](std::string const& given) {
    axes.emplace();
    for (char const *at = given.data(), *const end = at + given.size();; ++at) {
      auto const [rest, error] = std::from_chars(at, end, axes->emplace_back());
      if (error != std::errc() || (rest != end && *rest != ','))
        throw Refusal("--axes " + given + ": must be integers and commas, such as 0,2");
      at = rest;
      if (at == end) return;
    }
  };
  app.add_option_function<std::string>(
         "--axes", set,
         "The axes along which slices lie, such as 0,2; they count from the end when negative; not "
         "given: all")
      ->type_name("INT,...");
}

void add_reduce_flags(CLI::App& app, ReduceFlags& flags) {
  add_axes(app, flags.axes);
  app.add_option_function<std::string>(
         "--ddof", [&flags](std::string const& given) { flags.ddof = number_of("--ddof", given, "1"); },
         "Of var, std and varmean: the divisor is the number of elements less this")
      ->type_name("NUMBER")
      ->default_str("0");
  app.add_flag("--keep-dims", flags.keep_dims, "Reduced axes stay, with extent 1");
  add_choice(app, "--nan", flags.nan, nans_in_reductions,
             "Is a result with NaN in its slice NaN, or does NaN not count");
  add_choice(app, "--route", flags.route, routes<KokkosAxis::ReduceRoute>(dispatch::reduce_routes), "Force a route");
}

void add_bounds(CLI::App& app, std::string const& option, std::string& path, std::string const& what) {
  // an empty name would count as none
  auto const set = [&path, option](std::string const& given) {
    if (given.empty()) throw Refusal(option + " '': there is no such file");
    path = given;
  };
  app.add_option_function<std::string>(option, set, what)->type_name("FILE");
}

void add_topk_flags(CLI::App& app, TopkFlags& flags) {
  add_axis(app, flags.axis);
  app.add_flag("--smallest", flags.smallest, "The best are the smallest elements, not the greatest");
  add_choice(app, "--ties", flags.ties, ties, "Which of equal elements are taken, and come first");
  add_key_flags(app, flags.nan, flags.zeros);
  add_bounds(app, "--row-begin", flags.row_begin,
             "Position along the axis where each row begins: int32 or int64, shaped like IN without the axis, or of "
             "shape 1 if that was all");
  add_bounds(
      app, "--row-end", flags.row_end,
      "Position behind the end of each row, likewise; places that a short row does not fill hold position -1 and "
      "the worst number");
  add_choice(app, "--route", flags.route, routes<KokkosAxis::TopkRoute>(dispatch::topk_routes), "Force a route");
}

void add_k(CLI::App& app, std::int64_t& k, std::string const& what) {
  add_integer(app, "-k", k, "5", what)->required();
}

void add_file(CLI::App& app, std::string const& option, std::string& path, std::string const& what) {
  app.add_option(option, path, what)->required()->type_name("FILE");
}

/// Runs a verb on the execution space that its flags name.
template <class Verb>
void run_on_space(Verb const& verb) {
  Kokkos::ScopeGuard const kokkos(Kokkos::InitializationSettings().set_disable_warnings(true));
  for_each_space([&]<class Exec>() {
    if (verb.how.space == name_of<Exec>()) verb.run(Exec());
  });
}

/// The verbs in the order of the help text, and the one that was given.
template <class... Verbs>
struct VerbTable {
  std::tuple<Verbs...> verbs;

  void add_to(CLI::App& app) {
    (add<Verbs>(app), ...);
    app.require_subcommand(1);
  }

  static std::vector<std::string> names() { return {Verbs::name...}; }

  void run(CLI::App const& app) const { (run_if_given<Verbs>(app), ...); }

 private:
  template <class Verb>
  void add(CLI::App& app) {
    std::get<Verb>(verbs).arguments(*app.add_subcommand(Verb::name, Verb::summary));
  }

  template <class Verb>
  void run_if_given(CLI::App const& app) const {
    if (!app.got_subcommand(Verb::name)) return;
    Verb const& verb = std::get<Verb>(verbs);
    if constexpr (requires { verb.run(); })
      verb.run();
    else
      run_on_space(verb);
  }
};

using AllVerbs =
    VerbTable<Info, Sort, Argsort, SortByKey, Permute, Topk, Argtopk, KthValue, Nms, Reduce, Softmax, Cumulative>;

/// A command line that does not parse, in a line of ours.
Refusal refusal(CLI::App const& app, CLI::ParseError const& error, std::string const& verb) {
  auto const verbs = AllVerbs::names();
  if (std::find(verbs.begin(), verbs.end(), verb) == verbs.end())
    return Refusal((verb.empty() ? "no verb is given" : "'" + verb + "' is no verb") + "; give " + alternatives(verbs));
  std::string what;
  for (std::string const& word : app.remaining(true)) what += " " + word;
  what = what.empty() ? error.what() : "not understood:" + what;
  return Refusal(what + "; kaxis " + verb + " --help tells what it takes");
}

}  // namespace

void Info::arguments(CLI::App& app) { add_file(app, "IN", in, "An array"); }

void Sort::arguments(CLI::App& app) {
  add_file(app, "IN", in, "The array to sort");
  add_file(app, "-o", out, "Where it goes, sorted");
  add_sort_flags(app, flags);
  add_run_flags(app, how);
}

void Argsort::arguments(CLI::App& app) {
  add_file(app, "IN", in, "The array whose order is wanted");
  add_file(app, "-o", out, "Where the positions go");
  add_choice(app, "--index-type", index_type, index_types, "Type of the positions");
  add_sort_flags(app, flags);
  add_run_flags(app, how);
}

void SortByKey::arguments(CLI::App& app) {
  add_file(app, "KEYS", keys, "The array to sort");
  add_file(app, "VALUES", values, "What moves along: shaped like the keys, further axes may follow");
  app.add_option("-o", out, "Where keys and values go: two files")->required()->expected(2)->type_name("FILE");
  add_sort_flags(app, flags);
  add_run_flags(app, how);
}

void Permute::arguments(CLI::App& app) {
  add_file(app, "IN", in, "The array whose elements move: shaped like the positions, further axes may follow");
  add_file(app, "INDEX", index, "Positions along the axis, such as argsort writes");
  add_file(app, "-o", out, "Where the result goes");
  add_axis(app, axis);
  add_run_flags(app, how);
}

void Topk::arguments(CLI::App& app) {
  add_file(app, "IN", in, "The array to choose from");
  add_k(app, flags.k, "How many to take of each row along the axis");
  app.add_option("-o", out, "Where elements and positions go: two files")->required()->expected(2)->type_name("FILE");
  add_choice(app, "--index-type", index_type, index_types, "Type of the positions");
  add_choice(app, "--order", flags.order, topk_orders, "Order of the result: best first, any, as they lie in IN");
  add_topk_flags(app, flags);
  add_run_flags(app, how);
}

void Argtopk::arguments(CLI::App& app) {
  add_file(app, "IN", in, "The array to choose from");
  add_k(app, flags.k, "How many to take of each row along the axis");
  add_file(app, "-o", out, "Where the positions go");
  add_choice(app, "--index-type", index_type, index_types, "Type of the positions");
  add_choice(app, "--order", flags.order, topk_orders, "Order of the result: best first, any, as they lie in IN");
  add_topk_flags(app, flags);
  add_run_flags(app, how);
}

void KthValue::arguments(CLI::App& app) {
  add_file(app, "IN", in, "The array to choose from");
  add_k(app, flags.k, "Which element of each row along the axis: 1 is the best");
  add_file(app, "-o", out, "Where the elements go: shaped like IN without the axis, or of shape 1 if that was all");
  add_topk_flags(app, flags);
  add_run_flags(app, how);
}

void Nms::arguments(CLI::App& app) {
  add_file(app, "BOXES", boxes, "Boxes: shaped like the scores, with an axis of 2, 4 or 6 numbers behind");
  add_file(app, "SCORES", scores, "A score for each box; rows along the last axis are apart from each other");
  add_file(app, "-o", out, "Where the positions kept go, best first; shorter rows end in -1");
  add_choice(app, "--index-type", index_type, index_types, "Type of the positions");
  add_nms_flags(app, flags);
  add_run_flags(app, how);
}

void Reduce::arguments(CLI::App& app) {
  add_choice(app, "OP", operation, operation_names(false), "The operation")->required();
  add_file(app, "IN", in, "The array to reduce");
  app.add_option("-o", out, "Where the results go: two files for minmax (least, greatest) and varmean (variance, mean)")
      ->required()
      ->expected(1, 2)
      ->type_name("FILE");
  add_choice(app, "--index-type", index_type, index_types, "Type of the positions of argmin and argmax");
  add_reduce_flags(app, flags);
  add_run_flags(app, how);
}

void Softmax::arguments(CLI::App& app) {
  add_file(app, "IN", in, "An array");
  add_file(app, "-o", out, "Where the result goes: shaped like IN");
  add_axes(app, flags.axes);
  app.add_flag("--log", flags.log, "The logarithm of it");
  add_choice(app, "--route", flags.route, routes<KokkosAxis::ReduceRoute>(dispatch::reduce_routes), "Force a route");
  add_run_flags(app, how);
}

void Cumulative::arguments(CLI::App& app) {
  add_choice(app, "OP", operation, operation_names(true), "The operation")->required();
  add_file(app, "IN", in, "An array");
  add_file(app, "-o", out, "Where the result goes: shaped like IN");
  add_axis(app, flags.axis);
  app.add_flag("--exclusive", flags.exclusive, "Each element is left out of its own result");
  app.add_flag("--reverse", flags.reverse, "Begin at the end of the axis");
  add_choice(app, "--nan", flags.nan, nans_in_reductions, "Are results NaN from NaN on, or does NaN not count");
  add_choice(app, "--route", flags.route, routes<KokkosAxis::CumulativeRoute>(dispatch::cumulative_routes),
             "Force a route");
  add_run_flags(app, how);
}

int run_command_line(int argc, char** argv) {
  CLI::App app("Sorts NumPy arrays (.npy files) along an axis with KokkosAxis.", "kaxis");
  app.set_version_flag("--version", "kaxis " KAXIS_VERSION);
  app.footer("kaxis VERB --help tells what a verb takes. Exit code: 0, or 2 with one line that says what is wrong.");
  AllVerbs verbs;
  verbs.add_to(app);
  try {
    app.parse(argc, argv);
  } catch (CLI::Success const& help_or_version) {
    return app.exit(help_or_version);
  } catch (CLI::ParseError const& error) {
    throw refusal(app, error, argc > 1 ? argv[1] : "");
  }
  verbs.run(app);
  return 0;
}

}  // namespace kaxis
