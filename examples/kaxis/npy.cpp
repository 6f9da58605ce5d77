// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "npy.hpp"

#include "progress.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <system_error>

namespace kaxis::npy {

namespace {

constexpr std::string_view magic("\x93NUMPY", 6);
constexpr bool little_endian          = std::endian::native == std::endian::little;
constexpr std::size_t longest_header  = 64 * 1024;
constexpr std::size_t bytes_at_a_time = std::size_t{16} << 20;

/// Reads the little of Python's syntax that headers are written in.
class Literals {
 public:
  explicit Literals(std::string_view text) : m_rest(text) {}

  bool accept(char c) {
    skip_space();
    if (m_rest.empty() || m_rest.front() != c) return false;
    m_rest.remove_prefix(1);
    return true;
  }

  void expect(char c) {
    if (!accept(c)) fail(std::string("'") + c + "'");
  }

  bool at_end() {
    skip_space();
    return m_rest.empty();
  }

  bool sees(char c) {
    skip_space();
    return !m_rest.empty() && m_rest.front() == c;
  }

  std::string string() {
    skip_space();
    char const quote = m_rest.empty() ? '\0' : m_rest.front();
    if (quote != '\'' && quote != '"') fail("a string");
    std::size_t const end = m_rest.find(quote, 1);
    if (end == std::string_view::npos) fail("the end of a string");
    std::string const text(m_rest.substr(1, end - 1));
    m_rest.remove_prefix(end + 1);
    return text;
  }

  bool boolean() {
    skip_space();
    for (bool const value : {true, false}) {
      std::string_view const word = value ? "True" : "False";
      if (m_rest.starts_with(word)) {
        m_rest.remove_prefix(word.size());
        return value;
      }
    }
    fail("True or False");
  }

  std::int64_t extent() {
    skip_space();
    std::int64_t value      = 0;
    auto const [end, error] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), value);
    if (error == std::errc::result_out_of_range) throw Refusal("an extent of its shape does not fit 64 bits");
    if (error != std::errc()) fail("an integer");
    m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
    accept('L');  // as Python 2 wrote them
    if (value < 0) throw Refusal("an extent of its shape is negative (" + std::to_string(value) + ")");
    return value;
  }

  [[noreturn]] void fail(std::string const& expected) {
    std::string found = m_rest.empty() ? "its end" : "\"";
    for (char const c : m_rest.substr(0, 12)) found += c < ' ' || c > '~' ? '?' : c;
    throw Refusal("its header is not a NumPy dictionary: expected " + expected + ", found " + found +
                  (m_rest.empty() ? "" : "\""));
  }

 private:
  void skip_space() {
    while (!m_rest.empty() && (m_rest.front() == ' ' || m_rest.front() == '\n' || m_rest.front() == '\t'))
      m_rest.remove_prefix(1);
  }

  std::string_view m_rest;
};

std::string names_of_dtypes() {
  std::string names;
  for (DTypeInfo const& row : dtypes) names += (names.empty() ? "" : ", ") + std::string(row.name);
  return names;
}

/// "<f8": byte order, kind, bytes.
void parse_descr(std::string const& descr, Header& header) {
  bool const has_order   = !descr.empty() && std::string_view("<>=|").find(descr.front()) != std::string_view::npos;
  char const order       = has_order ? descr.front() : '=';
  std::string const what = descr.substr(has_order ? 1 : 0);
  if (what.starts_with('O'))
    throw Refusal("it holds pickled Python objects, which are never loaded; arrays of these types are read: " +
                  names_of_dtypes());
  for (std::size_t i = 0; i < dtypes.size(); ++i) {
    if (what != dtypes[i].kind + std::to_string(dtypes[i].bytes)) continue;
    header.type    = static_cast<DType>(i);
    header.swapped = dtypes[i].bytes > 1 && order == (little_endian ? '>' : '<');
    return;
  }
  throw Refusal("its type '" + descr + "' is not read; these are: " + names_of_dtypes());
}

std::vector<std::int64_t> parse_shape(Literals& text) {
  std::vector<std::int64_t> shape;
  text.expect('(');
  while (!text.sees(')')) {
    shape.push_back(text.extent());
    if (!text.accept(',')) {
      if (shape.size() == 1) text.fail("','");  // (3) is a number, (3,) a shape
      break;
    }
  }
  text.expect(')');
  return shape;
}

/// Every product of extents that is ever taken fits 63 bits, those of empty arrays too.
void check_shape(Header const& header) {
  std::size_t const rank = header.shape.size();
  if (rank < 1 || rank > max_rank)
    throw Refusal("it has rank " + std::to_string(rank) + (rank == 0 ? " (a single number)" : "") +
                  "; arrays of rank 1 to " + std::to_string(max_rank) + " are read");
  std::int64_t bytes = info(header.type).bytes;
  for (std::int64_t const extent : header.shape) {
    std::int64_t const factor = std::max<std::int64_t>(extent, 1);
    if (bytes > std::numeric_limits<std::int64_t>::max() / factor)
      throw Refusal("its shape " + to_string(header.shape) + " is more than memory can hold");
    bytes *= factor;
  }
}

/// The file, with errors of its own turned into refusals.
class Input {
 public:
  explicit Input(std::string const& path) {
    std::error_code error;
    auto const status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) throw Refusal("there is no such file");
    if (!std::filesystem::is_regular_file(status)) throw Refusal("it is not a regular file");
    m_left = std::filesystem::file_size(path, error);
    m_file.open(path, std::ios::binary);
    if (error || !m_file) throw Refusal("it cannot be opened for reading");
  }

  std::uintmax_t left() const { return m_left; }

  void read(void* to, std::size_t bytes) {
    if (bytes > m_left || !m_file.read(static_cast<char*>(to), static_cast<std::streamsize>(bytes)))
      throw Refusal("it ends within its header");
    m_left -= bytes;
  }

 private:
  std::ifstream m_file;
  std::uintmax_t m_left = 0;
};

std::string read_dictionary(Input& file) {
  std::array<char, 8> start{};
  if (file.left() < start.size()) throw Refusal("it is no .npy file: it is shorter than the start of one");
  file.read(start.data(), start.size());
  if (std::string_view(start.data(), magic.size()) != magic)
    throw Refusal("it is no .npy file: it does not start with \\x93NUMPY");
  int const major = static_cast<unsigned char>(start[6]), minor = static_cast<unsigned char>(start[7]);
  if ((major != 1 && major != 2) || minor != 0)
    throw Refusal("it has .npy format version " + std::to_string(major) + "." + std::to_string(minor) +
                  "; versions 1.0 and 2.0 are read");
  std::array<unsigned char, 4> digits{};  // little-endian, whatever the machine
  file.read(digits.data(), major == 1 ? 2 : 4);
  std::size_t length = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) length |= static_cast<std::size_t>(digits[i]) << (8 * i);
  if (length > longest_header)
    throw Refusal("its header claims " + std::to_string(length) + " bytes; at most " + std::to_string(longest_header) +
                  " are read");
  std::string text(length, '\0');
  file.read(text.data(), length);
  return text;
}

void swap_bytes(Array& array) {
  std::size_t const width = static_cast<std::size_t>(info(array.type).bytes);
  for (std::byte* at = array.data.get(); at != array.data.get() + array.bytes(); at += width)
    std::reverse(at, at + width);
}

Array read_array(std::string const& path) {
  Input file(path);
  Header const header = parse(read_dictionary(file));
  Array array{.type = header.type, .shape = header.shape, .fortran = header.fortran, .data = nullptr};
  if (file.left() != array.bytes())
    throw Refusal((file.left() < array.bytes() ? "it is truncated: " : "something follows its array: ") +
                  to_string(array.shape) + " " + std::string(info(array.type).name) + " are " +
                  std::to_string(array.bytes()) + " bytes, but " + std::to_string(file.left()) + " follow the header");
  array.data = std::make_unique_for_overwrite<std::byte[]>(array.bytes());
  Progress progress("reading " + path, array.bytes());
  for (std::size_t at = 0; at < array.bytes(); at += bytes_at_a_time) {
    file.read(array.data.get() + at, std::min(bytes_at_a_time, array.bytes() - at));
    progress.done(at);
  }
  if (header.swapped) swap_bytes(array);
  return array;
}

}  // namespace

Header parse(std::string_view dictionary) {
  Header header;
  Literals text(dictionary);
  bool descr = false, order = false, shape = false;
  auto const once = [](bool& seen, std::string const& key) {
    if (std::exchange(seen, true)) throw Refusal("its header has two entries '" + key + "'");
  };
  text.expect('{');
  while (!text.accept('}')) {
    std::string const key = text.string();
    text.expect(':');
    if (key == "descr") {
      once(descr, key);
      if (text.sees('[')) throw Refusal("it has a structured type; arrays of these are read: " + names_of_dtypes());
      parse_descr(text.string(), header);
    } else if (key == "fortran_order") {
      once(order, key);
      header.fortran = text.boolean();
    } else if (key == "shape") {
      once(shape, key);
      header.shape = parse_shape(text);
    } else {
      throw Refusal("its header has an entry '" + key.substr(0, 24) + "'; there are descr, fortran_order and shape");
    }
    if (!text.accept(',') && !text.sees('}')) text.fail("',' or '}'");
  }
  if (!text.at_end()) text.fail("nothing more");
  if (!descr || !order || !shape)
    throw Refusal(std::string("its header lacks the entry ") +
                  (!descr ? "descr" : (!order ? "fortran_order" : "shape")));
  check_shape(header);
  return header;
}

Array read(std::string const& path) {
  try {
    return read_array(path);
  } catch (Refusal const& refusal) {
    throw Refusal(path + ": " + refusal.what());
  }
}

void write(std::ostream& out, Array const& array) {
  DTypeInfo const& type = info(array.type);
  std::ostringstream dictionary;
  dictionary << "{'descr': '" << (type.bytes == 1 ? '|' : (little_endian ? '<' : '>')) << type.kind << type.bytes
             << "', 'fortran_order': " << (array.fortran ? "True" : "False") << ", 'shape': (";
  for (std::size_t axis = 0; axis < array.shape.size(); ++axis)
    dictionary << (axis == 0 ? "" : ", ") << array.shape[axis];
  dictionary << (array.rank() == 1 ? ",), }" : "), }");

  std::string text             = dictionary.str();
  constexpr std::size_t before = magic.size() + 4, alignment = 64;  // the data starts at a multiple of 64 bytes
  text.append(alignment - 1 - (before + text.size()) % alignment, ' ');
  text += '\n';
  auto const length = static_cast<unsigned>(text.size());
  out << magic << '\x01' << '\x00' << static_cast<char>(length & 0xFF) << static_cast<char>(length >> 8) << text;
  for (std::size_t at = 0; at < array.bytes(); at += bytes_at_a_time)
    out.write(reinterpret_cast<char const*>(array.data.get() + at),
              static_cast<std::streamsize>(std::min(bytes_at_a_time, array.bytes() - at)));
}

}  // namespace kaxis::npy
