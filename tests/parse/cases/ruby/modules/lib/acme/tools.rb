module Acme::Tools
  def self.run(task)
    task.start
  end

  def helper(x) = x + 1

  define_method(:dynamic) { helper(1) }
end

Point = Struct.new(:x, :y) do
  def distance
    Math.sqrt(x * x)
  end
end

class Error < StandardError; end

def top_level
  Acme::Tools.run(Point.new(1, 2))
end
