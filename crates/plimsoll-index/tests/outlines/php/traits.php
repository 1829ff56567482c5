<?php

class Pump
{
    use Loud;
    use Slow, Counted {
        Slow::start as protected slowly;
        Counted::start insteadof Slow;
    }

    public function stop(): void
    {
        $this->speed = 0;
        $this->log();
    }
}
