package io.warren.namenode.rpc;

import io.warren.model.WarrenException;
import io.warren.namenode.service.PostponedAnswer;
import io.warren.namenode.service.ServiceGate;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;

/**
 * Implements a Hadoop protocol by delegates that each hold the calls of one concern, and does once
 * what every call needs: the gate, the error translation and the measurement. A protocol method is
 * served by the delegate's public method with the same name and parameter types; a method without
 * one is refused with an UnsupportedOperationException that names it.
 */
public final class Dispatcher implements InvocationHandler {

  /** Hears of every finished call. */
  @FunctionalInterface
  public interface Listener {
    /**
     * @param operation the protocol method's name
     * @param outcome "ok", or the simple name of the exception the client gets
     */
    void finished(String operation, String outcome, long durationNanos);
  }

  /** Looks at a call's arguments before they reach a delegate. */
  @FunctionalInterface
  public interface Arguments {
    /** The arguments to call the delegate with. */
    @Nullable Object @Nullable [] prepare(Method method, @Nullable Object @Nullable [] given)
        throws IOException;
  }

  /** Decides when a call may run, before anything of it has. */
  @FunctionalInterface
  public interface Admission {
    /** Lets every call in at once. */
    Admission ALL = () -> () -> {};

    /**
     * The place that the call takes, until it is left.
     *
     * @throws IOException for the client, who has done nothing yet
     */
    Place enter() throws IOException;
  }

  /** Of a call that runs. */
  @FunctionalInterface
  public interface Place {
    void leave();
  }

  /** Hears of calls with what they asked for, in their own thread. */
  public interface Witness {
    /** Hears nothing. */
    Witness NONE = new Witness() {};

    default void answered(
        Method method, @Nullable Object @Nullable [] given, @Nullable Object result) {}

    /** The caller had no right to it. */
    default void refused(Method method, @Nullable Object @Nullable [] given) {}

    /** A call begins in this thread. */
    default void began() {}

    /** It was let in: from now on it costs what it asks for. */
    default void admitted() {}

    /** There was no room for it: nothing of it has run, and its client may repeat it. */
    default void pushedBack() {}

    /** It has ended, well or not, after the other two were told. */
    default void ended(Method method, @Nullable Object @Nullable [] given, long durationNanos) {}
  }

  private record Target(Object delegate, Method method) {}

  private final ServiceGate gate;
  private final Admission admission;
  private final Listener listener;
  private final Arguments arguments;
  private final Witness witness;
  private final Map<Method, Target> targets = new HashMap<>();

  private Dispatcher(
      ServiceGate gate,
      Admission admission,
      Listener listener,
      Arguments arguments,
      Witness witness) {
    this.gate = gate;
    this.admission = admission;
    this.listener = listener;
    this.arguments = arguments;
    this.witness = witness;
  }

  /**
   * @throws IllegalStateException when a delegate has a public method that the protocol lacks, or
   *     two delegates serve the same method
   */
  public static <P> P serve(
      Class<P> protocol, ServiceGate gate, Listener listener, Object... delegates) {
    return serve(
        protocol, gate, Admission.ALL, listener, (method, given) -> given, Witness.NONE, delegates);
  }

  /** As the other one, with an admission, a look at the arguments, and a witness of all calls. */
  public static <P> P serve(
      Class<P> protocol,
      ServiceGate gate,
      Admission admission,
      Listener listener,
      Arguments arguments,
      Witness witness,
      Object... delegates) {
    Dispatcher dispatcher = new Dispatcher(gate, admission, listener, arguments, witness);
    for (Object delegate : delegates) {
      dispatcher.add(protocol, delegate);
    }
    return protocol.cast(
        Proxy.newProxyInstance(
            Dispatcher.class.getClassLoader(), new Class<?>[] {protocol}, dispatcher));
  }

  private void add(Class<?> protocol, Object delegate) {
    for (Method method : delegate.getClass().getDeclaredMethods()) {
      if (!Modifier.isPublic(method.getModifiers()) || method.isSynthetic()) {
        continue;
      }
      Method served = protocolMethod(protocol, method);
      if (targets.putIfAbsent(served, new Target(delegate, method)) != null) {
        throw new IllegalStateException("Served twice: " + served);
      }
      method.setAccessible(true);
    }
  }

  private static Method protocolMethod(Class<?> protocol, Method method) {
    try {
      return protocol.getMethod(method.getName(), method.getParameterTypes());
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(
          "Not a method of " + protocol.getSimpleName() + ": " + method);
    }
  }

  /** Names of the protocol's methods that are refused, for the tests that pin them. */
  public static Set<String> unsupported(Object served) {
    Dispatcher dispatcher = (Dispatcher) Proxy.getInvocationHandler(served);
    Set<String> names = new TreeSet<>();
    for (Class<?> protocol : served.getClass().getInterfaces()) {
      Arrays.stream(protocol.getMethods())
          .filter(m -> Modifier.isAbstract(m.getModifiers()))
          .filter(m -> !dispatcher.targets.containsKey(m))
          .forEach(m -> names.add(m.getName()));
    }
    return names;
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] given)
      throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return method.invoke(this, given);
    }
    long startNanos = System.nanoTime();
    Outcome outcome = new Outcome();
    PostponedAnswer answer = PostponedAnswer.begin(RpcErrors::translate);
    witness.began();
    try {
      return answered(method, given, answer, outcome);
    } finally {
      witness.ended(method, given, System.nanoTime() - startNanos);
      Runnable finished =
          () -> listener.finished(method.getName(), outcome.name, System.nanoTime() - startNanos);
      if (answer == null) {
        finished.run();
      } else {
        answer.handled(finished);
      }
    }
  }

  /** What the client gets, as a listener hears of it. */
  private static final class Outcome {
    String name = "ok";
  }

  private @Nullable Object answered(
      Method method,
      @Nullable Object @Nullable [] given,
      @Nullable PostponedAnswer answer,
      Outcome outcome)
      throws Throwable {
    try {
      Object result = admit(method, given, answer);
      witness.answered(method, given, result);
      return result;
    } catch (IOException | RuntimeException e) {
      outcome.name = e.getClass().getSimpleName();
      if (e instanceof AccessControlException) {
        witness.refused(method, given);
      }
      throw e;
    }
  }

  private Place enter() throws IOException {
    try {
      return admission.enter();
    } catch (IOException e) {
      witness.pushedBack();
      throw e;
    }
  }

  private @Nullable Object admit(
      Method method, @Nullable Object @Nullable [] given, @Nullable PostponedAnswer answer)
      throws Throwable {
    Target target = targets.get(method);
    if (target == null) {
      throw new UnsupportedOperationException(
          method.getName() + " is not supported by this file system");
    }
    if (!gate.enter()) {
      throw new StandbyException("This namenode does not serve calls now; try another");
    }
    try {
      Place place = enter();
      try {
        witness.admitted();
        Object result = target.method().invoke(target.delegate(), arguments.prepare(method, given));
        if (answer != null) {
          answer.check();
        }
        return result;
      } finally {
        place.leave();
      }
    } catch (InvocationTargetException e) {
      throw RpcErrors.translate(e.getCause(), method.getName());
    } catch (WarrenException e) {
      throw RpcErrors.translate(e, method.getName());
    } finally {
      gate.leave();
    }
  }
}
