class Use
  def read(site, page)
    site.source
    page.front_matter
    Outside.consume(page)
    JSON.parse(page)
  end
end
