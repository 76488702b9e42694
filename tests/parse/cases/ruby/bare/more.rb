class Spec
  def again
    describe 'more'
  end
end
