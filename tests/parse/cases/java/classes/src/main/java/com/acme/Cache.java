package com.acme.store;

import com.acme.base.Base;
import com.acme.util.*;
import static com.acme.util.Checks.notNull;

/**
 * Keeps <b>things</b>. Not for long.
 *
 * @param <T> what is kept
 */
@Service("cache")
public abstract class Cache<T extends Thing> extends Base<T> implements Closeable, Other.Inner {
  public static final int LIMIT = 3;
  private final Map<String, T> kept = new HashMap<>();
  Repo repo;

  @Inject
  Cache(Repo repo, int... sizes) {
    super(repo);
    this.repo = notNull(repo);
  }

  /** Finds one. */
  @Override
  public <R> T find(List<T> items, R other) throws IOException {
    for (T item : items) {
      item.check().report();
    }
    var made = new Thing(1);
    Thing typed = (Thing) repo.load("x");
    return convert(made, () -> typed.use(), Thing::copy);
  }

  abstract void clear();

  static {
    register();
  }
}
