package io.warren.namenode.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
    String question = "users/{name}/listable";
    assertThat(AdminRoutes.ALL)
        .filteredOn(r -> !r.method().equals("GET") && !String.join("/", r.path()).equals(question))
        .allSatisfy(r -> assertThat(r.changesSomething()).isTrue())
        .allSatisfy(r -> assertThat(r.command()).isNotNull());
  }
}
