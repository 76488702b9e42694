package com.acme;

public interface Shape extends Drawable, Comparable<Shape> {
  int SIDES = 4;

  double area();

  default String label() {
    return name().trim();
  }

  /** Colours. */
  enum Color implements Named {
    RED(1) {
      void paint() {}
    },
    GREEN(2);

    private final int code;

    Color(int code) {
      this.code = code;
    }
  }

  record Point(int x, Color color) implements Named {
    Point {
      check(x);
    }

    double length() {
      return Math.sqrt(x);
    }
  }

  @interface Marked {
    String value() default "";
  }
}
