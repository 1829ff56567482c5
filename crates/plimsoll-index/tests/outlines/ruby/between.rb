require "json"
require_relative "../lib/tank"
require "drivers/#{ENV["DRIVER"]}"
require_relative File.join("a", "b")

module Water # :nodoc:
  # How a tank is filled.
  #
  #   Water.fill(1)
  def self.fill(liters)
    # A comment before the first statement.
    tank = Tank.new
    tank << liters # and one behind the last
  end

  class Pump < Struct.new(:speed)
    # Pumps are slow.
    # They are also loud.
    SPEEDS = [1, 2]

    # Whether it turns.
    def turns?(
      now,
      strict: false
    )
      speed.positive? &&
        now
    end

    def stop; end
    def twice = speed * 2

    def start
      def nothing; end
      nothing
      speed
    end

    %w[slow fast].each do |kind|
      define_method("#{kind}?") { speed == kind }
      define_method("known") { true }
    end
  end

  class Empty
  end
end
