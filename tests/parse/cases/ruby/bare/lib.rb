class Spec
  def describe(name)
  end
end

module Mixed
  def mixed_in
  end
end
