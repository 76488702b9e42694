package com.acme;

import org.junit.Test;

public class CacheTest {
  private final Cache cache = new Cache();

  @Test
  public void finds() {
    if (cache.find("x") instanceof Thing thing) {
      thing.use();
    }
    try (Reader reader = open()) {
      reader.read();
    } catch (IOException problem) {
      problem.printStackTrace();
    }
  }
}
