describe Acme::Site do
  let(:site) { Acme::Site.new('x') }

  def make
    site.render!
  end

  it 'renders' do
    expect(make).to eq 1
  end
end
