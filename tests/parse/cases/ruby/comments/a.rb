class A
  def initialize(x) # takes x
    @x = x
  end

  def plain
    # a comment inside
    1
  end

  def arg(x)
    # comment two
    # comment three
    x
  end

  def empty; end

  def only_comment
    # nothing here
  end
end

class B < A
  # About B
  def go; end
end

module M
  # About M
  class Inner
    # deep
    attr_reader :x
  end
end
