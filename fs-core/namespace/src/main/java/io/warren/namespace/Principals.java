package io.warren.namespace;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.warren.model.IdRange;
import io.warren.model.NamespaceException;
import io.warren.model.Principal;
import io.warren.store.LockMode;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Numbers of users and groups. A row is never changed or removed, so both directions are cached for
 * good; a name gets its number when it is first seen. Thread-safe.
 */
public final class Principals {
  private static final int NAME_BYTES_MAX = 255;
  private static final int CALLERS_MAX = 10_000;

  /** What an identity is made of. */
  private record Caller(String user, List<String> groups, boolean superuser) {}

  private final TransactionRunner runner;
  private final Side users = new Side(Tables.USERS, IdKind.USER);
  private final Side groups = new Side(Tables.GROUPS, IdKind.GROUP);
  private final Cache<Caller, Identity> identities =
      Caffeine.newBuilder().maximumSize(CALLERS_MAX).executor(Runnable::run).build();

  Principals(TransactionRunner runner) {
    this.runner = runner;
  }

  /** The number of a user, given one now if it has none. */
  public int userId(String name) {
    return users.id(name);
  }

  /** The number of a group, given one now if it has none. */
  public int groupId(String name) {
    return groups.id(name);
  }

  public String userName(int id) {
    return users.name(id);
  }

  public String groupName(int id) {
    return groups.name(id);
  }

  /** The caller by numbers. */
  public Identity identify(CallContext call) {
    Caller caller = new Caller(call.user(), call.groups(), call.superuser());
    Identity known = identities.getIfPresent(caller);
    if (known == null) {
      known = numbered(call);
      identities.put(caller, known);
    }
    return known;
  }

  private Identity numbered(CallContext call) {
    Set<Integer> groupIds = new HashSet<>();
    for (String group : call.groups()) {
      groupIds.add(groupId(group));
    }
    return new Identity(
        call.user(),
        userId(call.user()),
        Set.copyOf(groupIds),
        Set.copyOf(call.groups()),
        call.superuser());
  }

  /** One of the two tables with its caches. */
  private final class Side {
    private final Table<Integer, Principal> table;
    private final IdKind kind;
    private final Map<String, Integer> ids = new ConcurrentHashMap<>();
    private final Map<Integer, String> names = new ConcurrentHashMap<>();

    Side(Table<Integer, Principal> table, IdKind kind) {
      this.table = table;
      this.kind = kind;
    }

    int id(String name) {
      Integer known = ids.get(name);
      if (known != null) {
        return known;
      }
      if (name.isEmpty() || name.getBytes(StandardCharsets.UTF_8).length > NAME_BYTES_MAX) {
        throw new NamespaceException(
                NamespaceException.Code.INVALID_ARGUMENT,
                "A user or group name must be 1 to 255 bytes of UTF-8")
            .with("name", name);
      }
      Principal row = runner.run(TxOptions.write("add_principal"), tx -> findOrAdd(tx, name));
      return remember(row).id();
    }

    String name(int id) {
      String known = names.get(id);
      if (known != null) {
        return known;
      }
      return remember(runner.run(TxOptions.read("read_principal"), tx -> find(tx, id))).name();
    }

    private Principal find(Tx tx, int id) {
      Principal row = tx.get(table, id, LockMode.READ_COMMITTED);
      if (row == null) {
        throw new IllegalStateException("No row " + id + " in " + table);
      }
      return row;
    }

    private Principal remember(Principal row) {
      ids.put(row.name(), row.id());
      names.put(row.id(), row.name());
      return row;
    }

    /** The range row's lock makes two namenodes that add the same name take turns. */
    private Principal findOrAdd(Tx tx, String name) {
      Principal found = tx.getUnique(table, Tables.BY_NAME, name);
      if (found != null) {
        return found;
      }
      IdRange range = tx.get(Tables.ID_RANGES, kind.stored(), LockMode.EXCLUSIVE);
      found = tx.getUnique(table, Tables.BY_NAME, name);
      if (found != null) {
        return found;
      }
      long id = range == null ? kind.firstId() : range.nextId();
      Principal added = new Principal(Math.toIntExact(id), name);
      tx.upsert(Tables.ID_RANGES, new IdRange(kind.stored(), id + 1));
      tx.insert(table, added);
      return added;
    }
  }
}
