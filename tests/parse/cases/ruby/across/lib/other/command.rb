module Other
  class Command
    def run(options)
      nil
    end
  end
end
