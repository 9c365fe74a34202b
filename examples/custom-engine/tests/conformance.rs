use custom_engine::ScanEngine;

// Where the engine refuses a large sub-space, the suite passes it by.
vesc_col_testkit::conformance!(ScanEngine);
