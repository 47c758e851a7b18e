"""What other parts of the platform have to know of users."""

from django.dispatch import Signal

# Sent as (sender=User, user_id=…) in the transaction that changes a user's role, HDFS name or
# activity: what was begun with the former rights ends.
rights_changed = Signal()
