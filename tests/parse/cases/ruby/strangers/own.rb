class Own
  def source
    1
  end

  def front_matter
    {}
  end

  def consume(text)
    text
  end

  def parse(text)
    text
  end
end
