// Macros that the grammar takes for something else.
#include "export.h"

namespace store {

// A table that others may use.
class STORE_EXPORT Table {
 public:
  static Table* Open(const char* path);
  virtual int size() const = 0;
  Table& operator=(const Table&) = delete;

  int rows() const {
    return rows_;
  }

 private:
  int rows_;
};

struct STORE_EXPORT Range : public Base {
  int first;
};

class Guarded {
 public:
  Guarded(int size);
  DISALLOW_COPY_AND_ASSIGN(Guarded);
  void Lock() EXCLUSIVE_LOCK_FUNCTION() {
    mutex_.lock();
  }

 private:
  int held_ GUARDED_BY(mutex_);
};

typedef const Table& reference;
typedef Table& (*Opener)(const char*);
void never(int) = delete;

}  // namespace store
