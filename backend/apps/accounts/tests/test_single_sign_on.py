"""Logins at a real Keycloak, through the addresses that browsers go to."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.http import HttpResponse
from django.test import Client

from apps.accounts.models import ApiToken, LoginSession, Origin, Role, User
from apps.accounts.single_sign_on import ticket_of
from apps.audit.models import AuditEntry
from apps.common.rights import OPERATORS
from doubles.keycloak import CLIENT_ID, PUBLIC_URL, Keycloak
from doubles.world import PASSWORD as LOCAL_PASSWORD
from doubles.world import ClientOf, SetEnv, make_user

# The first test waits for Keycloak's start, and on a bare machine for its download.
pytestmark = [pytest.mark.django_db, pytest.mark.timeout(400)]
ME = "/api/v1/auth/me"


@pytest.fixture(autouse=True)
def _asks_keycloak(keycloak: Keycloak, set_env: SetEnv) -> None:
    set_env(
        public_url=PUBLIC_URL,
        oidc_issuer=keycloak.issuer,
        oidc_name="Staff login",
        oidc_client_id=CLIENT_ID,
        oidc_client_secret_file=keycloak.secret_file,
        oidc_roles="admin=warren-admins;operator=data;viewer=staff",
    )


def log_in(
    keycloak: Keycloak, username: str, client: Client, next_path: str | None = None
) -> HttpResponse:
    """All steps of a browser; what the last one was answered."""
    query = {} if next_path is None else {"next": next_path}
    begun = client.get("/oidc/begin", query)
    assert begun.status_code == 302
    return back(client, keycloak.log_in(begun["Location"], username))


def back(client: Client, address: str) -> HttpResponse:
    assert address.startswith(f"{PUBLIC_URL}/oidc/callback?"), address
    answer: HttpResponse = client.get(address.removeprefix(PUBLIC_URL))  # type: ignore[assignment]
    assert answer.status_code == 302
    return answer


def refusal(answer: HttpResponse) -> str:
    address = urlsplit(answer["Location"])
    assert address.path == "/login"
    return parse_qs(address.query)["refused"][0]


def test_a_person_of_the_provider_logs_in(keycloak: Keycloak) -> None:
    keycloak.person("ann", "staff", "data", "others")
    client = Client()
    assert client.get("/api/v1/auth/ways").json() == {
        "sso_name": "Staff login",
        "has_directory": False,
    }
    client.get("/")
    answer = log_in(keycloak, "ann", client, "/files?path=/a")
    assert answer["Location"] == "/files?path=/a"
    told = client.get(ME).json()
    assert {each["permission"] for each in told.pop("permissions")} == OPERATORS
    assert told == {
        "username": "ann",
        "role": "operator",
        "hdfs_user": "ann",
        "origin": "oidc",
    }
    first = LoginSession.objects.get()
    assert client.cookies["warren_session"]["httponly"]
    assert answer.cookies["warren_sso"].value == ""
    assert log_in(keycloak, "ann", client)["Location"] == "/"
    assert LoginSession.objects.exclude(pk=first.pk).exists(), "the session was renewed"
    assert User.objects.count() == 1
    outcomes = AuditEntry.objects.filter(action="auth.login").values_list("actor", "outcome")
    assert list(outcomes) == [("ann", "succeeded")] * 2


def test_what_the_provider_is_asked(keycloak: Keycloak) -> None:
    first, second = (Client().get("/oidc/begin")["Location"] for _ in range(2))
    asked, other = (parse_qs(urlsplit(each).query) for each in (first, second))
    assert asked["response_type"] == ["code"]
    assert asked["code_challenge_method"] == ["S256"]
    assert asked["redirect_uri"] == [f"{PUBLIC_URL}/oidc/callback"]
    for secret in ("state", "nonce", "code_challenge"):
        assert asked[secret] != other[secret]
        assert len(asked[secret][0]) >= 43


def test_a_code_is_good_once(keycloak: Keycloak) -> None:
    keycloak.person("ann", "staff")
    client, thief = Client(), Client()
    begun = client.get("/oidc/begin")
    thief.cookies["warren_sso"] = client.cookies["warren_sso"].value
    address = keycloak.log_in(begun["Location"], "ann")
    assert back(client, address)["Location"] == "/"
    # The browser's ticket is gone; whoever copied it has a code that Keycloak does not take again.
    assert refusal(back(client, address)) == "sso_state"
    assert refusal(back(thief, address)) == "sso_refused"
    assert thief.get(ME).status_code == 401


def test_a_login_that_another_browser_began_is_refused(keycloak: Keycloak) -> None:
    keycloak.person("eve", "staff")
    address = keycloak.log_in(Client().get("/oidc/begin")["Location"], "eve")
    victim = Client()
    assert refusal(back(victim, address)) == "sso_state"
    victim.get("/oidc/begin")
    assert refusal(back(victim, address)) == "sso_state"
    assert victim.get(ME).status_code == 401
    entry = AuditEntry.objects.filter(action="auth.login")[0]
    assert (entry.outcome, (entry.after or {})["reason"]) == ("denied", "sso_state")


def test_a_verifier_of_another_login_is_refused(keycloak: Keycloak) -> None:
    keycloak.person("ann", "staff")
    client, other = Client(), Client()
    address = keycloak.log_in(client.get("/oidc/begin")["Location"], "ann")
    other.get("/oidc/begin")
    ticket = ticket_of(other.cookies["warren_sso"].value)
    state = parse_qs(urlsplit(address).query)["state"][0]
    assert ticket is not None
    forged = type(ticket)(state, ticket.nonce, ticket.code_verifier, "/")
    other.cookies["warren_sso"] = forged.sealed()
    assert refusal(back(other, address)) == "sso_refused", "Keycloak checks the challenge"


@pytest.mark.parametrize(
    "asked",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "/" + "a" * 3000,
        "files",
    ],
)
def test_no_login_ends_on_another_site(keycloak: Keycloak, asked: str) -> None:
    if not User.objects.exists():
        keycloak.person("ann", "staff")
    assert log_in(keycloak, "ann", Client(), asked)["Location"] == "/"


def test_who_is_in_no_group_is_refused(keycloak: Keycloak) -> None:
    keycloak.person("eve", "others")
    client = Client()
    answer = log_in(keycloak, "eve", client, "/jobs")
    assert answer["Location"] == "/login?refused=no_role&next=%2Fjobs"
    assert client.get(ME).status_code == 401
    assert not User.objects.exists()


def test_roles_follow_the_groups(keycloak: Keycloak) -> None:
    keycloak.person("ann", "warren-admins")
    before = Client()
    log_in(keycloak, "ann", before)
    assert before.get(ME).json()["role"] == "admin"
    keycloak.regroup("ann", "staff")
    after = Client()
    log_in(keycloak, "ann", after)
    assert after.get(ME).json()["role"] == "viewer"
    assert before.get(ME).status_code == 401
    keycloak.regroup("ann")
    assert refusal(log_in(keycloak, "ann", Client())) == "no_role"
    assert after.get(ME).status_code == 401
    assert not ApiToken.objects.exists()
    actions = AuditEntry.objects.order_by("pk").values_list("action", "outcome")
    assert list(actions) == [
        ("user.create", "succeeded"),
        ("auth.login", "succeeded"),
        ("user.role_by_groups", "succeeded"),
        ("auth.login", "succeeded"),
        ("user.role_by_groups", "succeeded"),
        ("auth.login", "denied"),
    ]


def test_an_account_of_the_same_name_is_not_taken_over(keycloak: Keycloak) -> None:
    make_user("ann", Role.ADMIN)
    keycloak.person("ann", "warren-admins")
    assert refusal(log_in(keycloak, "ann", Client())) == "name_taken"
    assert User.objects.get().origin == Origin.LOCAL
    User.objects.all().delete()
    log_in(keycloak, "ann", Client())
    keycloak.remove_people()
    keycloak.person("ann", "staff")
    assert refusal(log_in(keycloak, "ann", Client())) == "name_taken", "somebody else"


def test_deactivated_accounts_stay_out(
    keycloak: Keycloak, admin: User, client_of: ClientOf
) -> None:
    keycloak.person("ann", "staff")
    client = Client()
    log_in(keycloak, "ann", client)
    user = User.objects.get(username="ann")
    change = {"is_active": False}
    done = client_of(admin).patch(f"/api/v1/users/{user.pk}", change, format="json")
    assert done.status_code == 200
    assert client.get(ME).status_code == 401
    assert refusal(log_in(keycloak, "ann", Client())) == "deactivated"


def test_local_accounts_go_on(keycloak: Keycloak, operator: User, set_env: SetEnv) -> None:
    body = {"username": "olga", "password": LOCAL_PASSWORD}
    set_env(oidc_issuer="http://127.0.0.1:1")
    client = Client()
    assert refusal(client.get("/oidc/begin")) == "sso_unavailable"  # type: ignore[arg-type]
    login = client.post("/api/v1/auth/login", body, content_type="application/json")
    assert login.status_code == 200


def test_a_wrong_secret_is_told_in_the_log_alone(
    keycloak: Keycloak, set_env: SetEnv, tmp_path_factory: pytest.TempPathFactory
) -> None:
    keycloak.person("ann", "staff")
    secret = tmp_path_factory.mktemp("secret") / "secret"
    secret.write_text("another", encoding="utf-8")
    set_env(oidc_client_secret_file=secret)
    assert refusal(log_in(keycloak, "ann", Client())) == "sso_unavailable"
