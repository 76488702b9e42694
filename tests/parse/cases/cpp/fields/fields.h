class LOCKABLE Mutex {
 public:
  void Lock();
};

class Store {
  const Options& options_;
  std::vector<File*> files_[2];
  Mutex& mutex_;
};
