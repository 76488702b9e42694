static inline int rounded(int value) {
  return value;
}
