#define STORE_EXPORT

/// Keeps things.
class STORE_EXPORT Store {
 public:
  void Put() EXCLUSIVE_LOCKS_REQUIRED(mu_);
  int count GUARDED_BY(mu_);
};

struct STORE_EXPORT Disk : public Store {};

STORE_EXPORT int open_store(const char* name);
