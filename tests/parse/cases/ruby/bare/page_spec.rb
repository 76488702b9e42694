describe 'a page' do
  mixed_in
end

class PageTest
  describe 'own'
end
