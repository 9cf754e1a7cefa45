"""The plans of earlier calls, which are kept for the next ones."""
import collections
import os
import threading

MOST = 64  # plans
MOST_BYTES = 256 << 20  # of their workspaces, but that of the last one, whatever it takes


class _Kept:
    def __init__(self):
        self.lock = threading.Lock()
        self.plans = collections.OrderedDict()  # the one that was used last comes last
        self.bytes = 0


_kept = _Kept()
_of_parents = []


def plan_of(key, make):
    """Returns the plan of these arguments, or makes it: make() returns one with `working_bytes`."""
    kept = _kept
    with kept.lock:
        if (plan := kept.plans.get(key)) is not None:
            kept.plans.move_to_end(key)
            return plan
    try:
        plan = make()
    except MemoryError:
        forget()
        plan = make()
    with kept.lock:
        if key not in kept.plans:
            kept.plans[key] = plan
            kept.bytes += plan.working_bytes
        dropped = []  # what they destroy takes longer than a lock should
        while len(kept.plans) > 1 and (len(kept.plans) > MOST or kept.bytes > MOST_BYTES):
            dropped.append(kept.plans.popitem(last=False)[1])
            kept.bytes -= dropped[-1].working_bytes
    return plan


def forget():
    """Drops all plans, so that their memory is free where no thread is in them."""
    global _kept
    _kept = _Kept()


def _after_fork():
    # Threads of the parent may have held the locks of these plans, and are not here to let go of them.
    global _kept
    _of_parents.append(_kept)
    _kept = _Kept()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
