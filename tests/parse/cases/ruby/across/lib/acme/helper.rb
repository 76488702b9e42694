module Acme
  class Helper
    def self.show(options)
      options
    end
  end
end
