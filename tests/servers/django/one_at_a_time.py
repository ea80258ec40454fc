"""SQLite lets one transaction write at a time and fails the other: requests wait for each other instead."""

import threading

lock = threading.Lock()


def one_at_a_time(get_response):
    def respond(request):
        with lock:
            return get_response(request)

    return respond
