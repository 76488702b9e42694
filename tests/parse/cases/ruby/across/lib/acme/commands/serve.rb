require_relative "../command"

module Acme
  module Commands
    class Serve < Command
      def process(options)
        run(options)
        Acme::Helper.show(options)
      end
    end

    class Doctor < Acme::Command
    end
  end
end
