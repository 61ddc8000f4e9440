"""Article 5's rule about one ball and one block, which both modes show."""
