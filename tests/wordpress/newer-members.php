<?php
// Adds members that later versions of WordPress and extensions of deployed hosts return, so that an import meets every
// member that it reads. A must-use plugin; content.php puts it in place.

/** Registers a text member of posts in the REST interface. */
function pauta_text_meta(string $object, string $kind, string $name, array $schema = []): void
{
    register_meta($object, $name, [
        'object_subtype' => $kind,
        'single' => true,
        'type' => $schema['type'] ?? 'string',
        'show_in_rest' => $schema === [] ? true : ['schema' => $schema],
        'auth_callback' => '__return_true',
    ]);
}

add_action('init', function (): void {
    register_nav_menus(['topo' => 'No alto da página', 'rodape' => 'No pé da página']);
    add_post_type_support('wp_block', ['excerpt', 'custom-fields', 'revisions']);
    if (!taxonomy_exists('wp_pattern_category')) {
        register_taxonomy('wp_pattern_category', 'wp_block', [
            'hierarchical' => false,
            'show_in_rest' => true,
            'public' => false,
        ]);
    }
    foreach (['post', 'page', 'wp_block'] as $kind) {
        pauta_text_meta('post', $kind, 'footnotes');
    }
    pauta_text_meta('post', 'post', 'pauta_faq_enabled', ['type' => 'boolean']);
    pauta_text_meta('post', 'post', 'pauta_faq_data');
    pauta_text_meta('comment', '', '_wp_note_status', ['type' => 'string', 'enum' => ['resolved', 'reopen']]);
}, 20);

// The interface returns only templates that the theme has.
add_filter('theme_templates', fn (array $templates): array => $templates + [
    'post-largo' => 'Post', 'pagina-0' => 'Página', 'pagina-1' => 'Página', 'pagina-2' => 'Página',
    'foto-larga' => 'Foto', 'bloco-0' => 'Bloco', 'bloco-1' => 'Bloco',
]);

add_action('rest_api_init', function (): void {
    register_rest_field('wp_block', 'wp_pattern_sync_status', [
        'get_callback' => fn (array $block): string =>
            (string) get_post_meta($block['id'], 'wp_pattern_sync_status', true),
        'schema' => ['type' => 'string', 'context' => ['view', 'edit']],
    ]);
    foreach (['post', 'page', 'wp_block'] as $kind) {
        register_rest_field("$kind-revision", 'meta', [
            'get_callback' => fn (array $revision): array =>
                ['footnotes' => (string) get_metadata('post', $revision['id'], 'footnotes', true)],
            'schema' => ['type' => 'object', 'context' => ['view', 'edit']],
        ]);
    }
});
