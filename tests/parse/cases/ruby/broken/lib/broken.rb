def good
  1
end

class Half
  def method(
    good
  end

  def after
    good()
  end
