// What the whole file is about.
#include <vector>
#include "tank/level.hpp"
#pragma once

#define LIMIT 64
#define CHECK(x)          \
  do {                    \
    if (!(x)) std::abort(); \
  } while (0)

namespace tank {

class Forward;
using Names = std::vector<std::string>;
template <typename T>
using Pair = std::pair<T, T>;
typedef int (*Compare)(const void*, const void*);

enum class Color : unsigned {
  kRed,    ///< the first
  kGreen = 2,
};
enum { kSmall = 1, kLarge };

/// A tank.
///
/// It holds water.
template <typename T, size_t N = 4>
class [[nodiscard]] Tank final : public Base, private detail::Mixin<T> {
 public:
  using value_type = T;
  static constexpr int kTop = 10;

  Tank() = default;
  explicit Tank(int level) : level_(level), top_{0} {
    fill(level);
  }
  Tank(const Tank&) = delete;
  ~Tank() override;

  /** Fills it. */
  virtual int fill(int amount) = 0;
  int& level() { return level_; }
  const T* find(const std::string& name,
                int depth = 0) const noexcept;
  template <typename U>
  void each(U&& visit) const {
    for (auto& x : items_) {
      visit(x);
    }
  }
  bool operator==(const Tank& other) const { return level_ == other.level_; }
  Tank& operator+=(int amount);
  explicit operator bool() const { return level_ > 0; }
  auto begin() -> decltype(items_.begin());

  struct Inner {
    int x, y;
    class Deep {};
  };
  friend std::ostream& operator<<(std::ostream& out, const Tank& tank);

 protected:
  int level_ = 0;
  T* top_{nullptr};
  std::vector<T> items_;
  int (*hook_)(int);
#ifdef WITH_PUMP
  Pump pump_;
#endif
};

template <typename T, size_t N>
Tank<T, N>::~Tank() {
  drain();
  close();
}

int Plain::fill(int amount) {
  auto add = [&](int x) { return x + amount; };
  struct Local { int z; };
  return add(1);
}

Plain::Plain(int level)
    : Base(level),
      level_(level) {
  std::sort<int>(items_);
}

template <>
struct std::hash<Plain> {
  size_t operator()(const Plain& plain) const;
};

namespace a::b {
int deep(int x);
}  // namespace a::b

namespace {
const int kTable[] = {
    1, 2, 3,
    4, 5, 6,
};
int hidden() {
  return 1;
}
}  // namespace

template <typename T>
concept Small = sizeof(T) < 8;

template <Small T>
requires std::integral<T>
T largest(T a, T b) {
  return a > b ? a : b;
}

std::ostream& operator<<(std::ostream& out, const Plain& plain) {
  return out << plain.level();
}

union Number {
  int i;
  float f;
};

extern "C" {
int c_function(int);
}

int Plain::count = 0;
constexpr auto größe = [](int länge) { return länge; };

TEST(TankTest, Fills) {
  Tank<int> tank(3);
  EXPECT_EQ(tank.fill(1), 4);
}

}  // namespace tank

int broken(int a {
  return 1;
}

int after() {
  return 2;
}
