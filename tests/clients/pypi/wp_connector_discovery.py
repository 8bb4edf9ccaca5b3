import requests
from site_under_test import PASSWORD, URL, USER, play
from wp_connector import BasicAuth, EndpointService, FeatureDetectionService, RetryConfig, RouteClassifier, RouteDiscoveryService, SessionHttpClient, WordPressClient, WordPressConfig

config = WordPressConfig(url=URL, username=USER, app_password=PASSWORD)
client = WordPressClient(config=config, http_client=SessionHttpClient(timeout=10, retry_config=RetryConfig()), auth=BasicAuth(username=USER, app_password=PASSWORD))
discovery = RouteDiscoveryService(client)


def what_the_index_tells():
    assert discovery.authenticated_user()["slug"]
    assert "wp/v2" in discovery.namespaces()
    assert {"post", "page", "attachment", "wp_block"} <= set(discovery.post_types()) and {"category", "post_tag"} <= set(discovery.taxonomies())
    assert FeatureDetectionService(discovery).detect()["wordpress_core"] is True


def every_route_of_the_index_without_a_parameter_answers():
    refused = []
    for path in EndpointService(discovery).get_testable_get_routes():
        status = requests.get(f"{URL}/wp-json{path}", auth=(USER, PASSWORD), timeout=30).status_code
        if status >= 500 or status == 404 and path.startswith(("/wp/v2", "/wp-block-editor/v1")):
            refused.append((path, status))
    assert not refused, refused


def posts_page_by_page():
    assert isinstance(list(client.paginate("/wp/v2/categories", per_page=1)), list)


play("wp-connector-2", what_the_index_tells, every_route_of_the_index_without_a_parameter_answers, posts_page_by_page)
