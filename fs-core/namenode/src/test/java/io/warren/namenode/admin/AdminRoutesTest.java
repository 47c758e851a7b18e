package io.warren.namenode.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The routes are those of the contract, each with the scope that it names. */
class AdminRoutesTest {
  @Test
  void theContractAndTheRoutesClassifyTheSameCallsAlike() throws Exception {
    List<AdminContract.Operation> routes =
        AdminRoutes.ALL.stream()
            .map(
                r ->
                    new AdminContract.Operation(
                        r.method(), "/" + String.join("/", r.path()), r.scope().wireName()))
            .toList();
    assertThat(AdminContract.operations()).hasSizeGreaterThan(30);
    assertThat(routes).containsExactlyInAnyOrderElementsOf(AdminContract.operations());
  }

  @Test
  void whatChangesSomethingIsNotForThoseWhoLook() {
    Set<String> questions = Set.of("users/{name}/listable", "subtree/looks", "subtree/concerns");
    assertThat(AdminRoutes.ALL)
        .filteredOn(r -> !r.method().equals("GET"))
        .filteredOn(r -> !questions.contains(String.join("/", r.path())))
        .allSatisfy(r -> assertThat(r.changesSomething()).isTrue())
        .allSatisfy(r -> assertThat(r.command()).isNotNull());
  }
}
