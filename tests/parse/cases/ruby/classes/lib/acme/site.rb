require 'json'
require_relative 'page'

# Everything of Acme.
module Acme
  VERSION = '1.0'.freeze

  # A site.
  class Site < Base::Thing
    include Comparable
    extend ActiveSupport::Concern

    LIMIT = 3
    attr_accessor :name, :pages
    attr_reader :config

    # Makes one.
    def initialize(name, *rest, key: 1, &block)
      super()
      @name = name
      @reader = Reader.new(rest)
    end

    def self.create(name = 'x')
      new(name)
    end

    class << self
      def build
        new('y').render!
      end
    end

    def render!
      pages.each { |page| page.render(config) }
      @reader.read
      Site.create.valid?
      cleanup
      other&.call
    end

    private

    def cleanup; end
    alias_method :clean, :cleanup
  end
end
