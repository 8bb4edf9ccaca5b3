<?php
// Prints the host's configuration file: database over a socket, loopback address, no outgoing requests.

$values = [
    'DB_NAME' => 'wordpress',
    'DB_USER' => 'root',
    'DB_PASSWORD' => '',
    'DB_HOST' => 'localhost:' . getenv('PAUTA_WORDPRESS_SOCKET'),
    'DB_CHARSET' => 'utf8mb4',
    'DB_COLLATE' => '',
    'WP_HOME' => getenv('PAUTA_WORDPRESS_URL'),
    'WP_SITEURL' => getenv('PAUTA_WORDPRESS_URL'),
    // Application passwords without TLS are for this type only.
    'WP_ENVIRONMENT_TYPE' => 'local',
    // Scheduled posts wait for a request to wp-cron.php, so that tests can provoke a missed schedule.
    'DISABLE_WP_CRON' => true,
    'WP_HTTP_BLOCK_EXTERNAL' => true,
    'AUTOMATIC_UPDATER_DISABLED' => true,
    'WP_DEBUG' => false,
];
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) {
    $values[$name . '_KEY'] = bin2hex(random_bytes(32));
    $values[$name . '_SALT'] = bin2hex(random_bytes(32));
}

echo "<?php\n";
foreach ($values as $name => $value) {
    echo 'define(', var_export($name, true), ', ', var_export($value, true), ");\n";
}
echo "\$table_prefix = 'wp_';\n";
echo "if (!defined('ABSPATH')) { define('ABSPATH', __DIR__ . '/'); }\n";
echo "require_once ABSPATH . 'wp-settings.php';\n";
