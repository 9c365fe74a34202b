use custom_space::MismatchSpace;

// Two features have one pair and no guard; five have all there is.
vesc_col_testkit::conformance_space!(
    MismatchSpace::new(2, false),
    MismatchSpace::new(2, true),
    MismatchSpace::new(3, true),
    MismatchSpace::new(5, false),
    MismatchSpace::new(5, true),
);
