module Acme
  class Command
    def run(options)
      options
    end
  end
end
