"""The plans of earlier calls, which are kept for the next ones."""
import collections
import os
import threading

MOST = 64  # plans
# Of the workspaces in the memory of the host, and of each GPU; but that of the last plan, whatever it takes.
MOST_BYTES, MOST_BYTES_OF_GPU = 256 << 20, 1 << 30


class _Kept:
    def __init__(self):
        self.lock = threading.Lock()
        self.plans = collections.OrderedDict()  # the one that was used last comes last
        self.bytes = collections.Counter()  # of the workspaces in each memory


_kept = _Kept()
_of_parents = []
# Held while a plan is made. What the library sets up for the first one would never be ready in a child that is forked meanwhile, since
# the thread that sets it up is not there: forks wait.
_making = threading.Lock()


def plan_of(key, make):
    """Returns the plan of these arguments, or makes it: make() returns one with `working_bytes`. `key` is a pair, whose first is the GPU
    in whose memory these are, or None."""
    kept = _kept
    with kept.lock:
        if (plan := kept.plans.get(key)) is not None:
            kept.plans.move_to_end(key)
            return plan
    with _making:
        try:
            plan = make()
        except MemoryError:
            forget()
            plan = make()
    with kept.lock:
        if key not in kept.plans:
            kept.plans[key] = plan
            kept.bytes[key[0]] += plan.working_bytes
        dropped = []  # what they destroy takes longer than a lock should
        most = MOST_BYTES if key[0] is None else MOST_BYTES_OF_GPU
        for old in list(kept.plans)[:-1]:
            if len(kept.plans) <= MOST and (old[0] != key[0] or kept.bytes[key[0]] <= most):
                continue
            dropped.append(kept.plans.pop(old))
            kept.bytes[old[0]] -= dropped[-1].working_bytes
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
    _making.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_making.acquire, after_in_parent=_making.release, after_in_child=_after_fork)
