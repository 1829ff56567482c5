#!/usr/bin/env ruby
# frozen_string_literal: true

require "json"
require_relative 'tank/level'
autoload :Pump, "pump"

# What the module is about.
module Water
  LIMIT = 64
  COLORS = {
    red: 1,
    green: 2,
    blue: 3,
  }.freeze
  NAMES = %w[
    one
    two
    three
  ]

  # A tank.
  # It holds water.
  class Tank < Base::Thing
    include Comparable
    extend Forwardable
    attr_reader :level, :top
    attr_accessor :name
    Point = Struct.new(:x, :y)

    class Error < StandardError; end

    class << self
      def build(*args, **options, &block)
        new(*args)
      end
    end

    def initialize(level, top: 10)
      @level = level
      @top = top
    end

    # Fills it.
    def fill(amount)
      helper = lambda { |x| x }
      raise Error, "full" if amount > LIMIT
      @level += helper.call(amount)
    end

    def self.open(path) = new(path)

    def <=>(other)
      level <=> other.level
    end

    def [](index)
      @items[index]
    end

    def empty?; level.zero?; end

    def name=(value)
      @name = value
    end

    define_method(:dynamic) { 1 }
    alias_method :old_fill, :fill
    alias drain fill

    private

    def secret
      <<~TEXT
        def not_a_method
        end
      TEXT
    end

    private def hidden(a,
                       b = 1)
      a + b
    end
  end

  def self.größe(länge)
    länge
  end
end

class Water::Deep::Er
  def x; end
end

=begin
A block of documentation.
More of it.
=end
def top_level
  Water::Tank.new(1).fill(2)
end

if RUBY_VERSION > "3"
  def conditional
    1
  end
end

RSpec.describe Water do
  it "fills" do
    expect(1).to eq(1)
  end
end

class Broken
  def after
    2
  end
